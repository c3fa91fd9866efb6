"""Databases for the tests: SQLite files, and a private PostgreSQL that is started once."""

import pytest
from tools.postgresql import find

from tests.server.postgres import PrivatePostgres


@pytest.fixture(scope="session")
def postgres():
    """The private server."""
    if find() is None:
        pytest.skip("PostgreSQL is not installed and could not be brought; see ./test")
    with PrivatePostgres(durable=False) as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def postgres_url(postgres):
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request):
    """The address of a fresh database of each kind."""
    kind = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param]
    return request.getfixturevalue(kind)
