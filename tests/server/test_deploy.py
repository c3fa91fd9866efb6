"""What operators get: container recipe, Compose file, dashboard and alerts fit the server.

No container is started here: the files are read, and what they name is looked up.
"""

import json
import re
import shlex
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import yaml
from fastapi import APIRouter

from waterside.cli import make_parser
from waterside.server.http.status import StatusEndpoints
from waterside.server.ops.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
METRIC = re.compile(r"\bwaterside_\w+")
LABELLED = re.compile(r"(waterside_\w+)\{([^}]*)\}|by \((\w+)\) \(rate\((waterside_\w+)")


def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def filled(words):
    """Words of a command with variables replaced, as Compose does it."""
    return [re.sub(r"\$\{\w+[^}]*\}", "tables.example.org", word) for word in words]


def recipe():
    """The instructions of the container recipe, each with its words."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


def exported():
    """The names of all metrics that a server exports, and the labels of each."""
    found = {}
    for family in Metrics().registry.collect():
        names = {
            "counter": [f"{family.name}_total"],
            "histogram": [f"{family.name}{end}" for end in ("_bucket", "_sum", "_count")],
        }
        for name in names.get(family.type, [family.name]):
            found[name] = family
    return found


def label_names(name):
    """The labels that a metric has."""
    metrics = Metrics()
    for metric in vars(metrics).values():
        described = getattr(metric, "describe", None)
        if described and name.startswith(next(iter(described())).name):
            return set(metric._labelnames)
    raise AssertionError(name)


def alerts():
    text = (DEPLOY / "prometheus/alerts.yml").read_text("utf-8")
    return [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]


def dashboard():
    return json.loads((DEPLOY / "grafana/dashboards/waterside.json").read_text("utf-8"))


def expressions():
    """All questions of the alerts and the dashboard to Prometheus."""
    asked = {f"alert {rule['alert']}": rule["expr"] for rule in alerts()}
    for panel in dashboard()["panels"]:
        for target in panel["targets"]:
            asked[f"panel {panel['title']} {target['refId']}"] = target["expr"]
    return asked


@pytest.mark.parametrize(("name", "expression"), expressions().items(), ids=list(expressions()))
def test_every_question_is_about_metrics_that_the_server_exports(name, expression):
    asked = set(METRIC.findall(expression))
    assert asked <= set(exported())
    assert asked or "up{" in expression
    assert expression.count("(") == expression.count(")")
    for metric, given, grouped, of in LABELLED.findall(expression):
        wanted = set(re.findall(r"(\w+)\s*=~?", given)) if metric else {grouped}
        assert wanted - {"le", "job"} <= label_names(metric or of)


def test_every_metric_is_on_the_dashboard():
    shown = set(METRIC.findall(json.dumps(dashboard())))
    families = {family.name for family in exported().values()}
    missing = [one for one in families if not any(name.startswith(one) for name in shown)]
    assert missing == []


def test_every_alert_says_what_to_do():
    for rule in alerts():
        assert set(rule["annotations"]) == {"summary", "action"}
        assert rule["labels"]["severity"] in ("page", "ticket")


def test_the_dashboard_has_distinct_panels_that_do_not_overlap():
    panels = dashboard()["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels) == len({panel["id"] for panel in panels})
    assert all(panel["description"] and panel["title"] for panel in panels)


def test_the_recipe_starts_the_server_as_the_command_line_takes_it():
    instructions = dict(recipe())
    assert json.loads(instructions["ENTRYPOINT"]) == ["waterside"]
    options = make_parser().parse_args(json.loads(instructions["CMD"]))
    assert (options.command, options.host, options.port) == ("serve", "0.0.0.0", 8000)
    assert instructions["EXPOSE"] == str(options.port)
    assert options.database.startswith(f"sqlite:///{instructions['VOLUME']}/")
    assert instructions["USER"] == "waterside"


def test_the_recipe_copies_files_that_are_there():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    for name, words in recipe():
        if name == "COPY" and not words.startswith("--from"):
            for source in words.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in ignored


def test_the_recipe_installs_with_pins_only():
    installs = [words for name, words in recipe() if name == "RUN" and "pip install" in words]
    assert all("--require-hashes" in one or "--no-deps" in one for one in installs)
    assert "hatchling==" in (ROOT / "requirements.lock").read_text("utf-8")


def test_the_health_check_asks_the_server():
    check = json.loads(dict(recipe())["HEALTHCHECK"].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    compile(check[2], "health check", "exec")
    assert "http://127.0.0.1:8000/health" in check[2]
    router = APIRouter()
    StatusEndpoints(MagicMock()).add_to(router)
    assert "/health" in [route.path for route in router.routes]


def test_compose_starts_the_server_as_the_command_line_takes_it():
    service = compose()["services"]["waterside"]
    options = make_parser().parse_args(filled(service["command"]))
    assert options.command == "serve"
    assert options.secure_cookie
    assert "tables.example.org" in options.trusted_host
    assert options.database.startswith("postgresql://waterside@database/")
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
    proxy = compose()["services"]["caddy"]["networks"]["inside"]["ipv4_address"]
    assert options.proxy == proxy
    assert options.workers == 1, "each process has its own metrics: start several containers"


def test_compose_names_only_what_it_defines():
    content = compose()
    for name, service in content["services"].items():
        assert service.get("image") or service.get("build"), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), volume
            else:
                assert source in content["volumes"], volume
        for network in service["networks"]:
            assert network in content["networks"]
        for other in service.get("depends_on", ()):
            assert other in content["services"]


def test_only_the_proxy_is_reachable_from_outside():
    for name, service in compose()["services"].items():
        for port in service.get("ports", ()):
            assert name == "caddy" or port.startswith("127.0.0.1:")


def test_prometheus_and_grafana_find_their_files():
    services = compose()["services"]
    prometheus = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text("utf-8"))
    assert prometheus["rule_files"] == ["alerts.yml"]
    [scraped] = prometheus["scrape_configs"]
    assert scraped["job_name"] == "waterside"
    [found] = scraped["dns_sd_configs"]
    assert set(found["names"]) <= set(services)
    assert "waterside" in filled(services["waterside"]["command"]), "a name that is trusted"
    provisioning = DEPLOY / "grafana/provisioning"
    source = yaml.safe_load((provisioning / "datasources/prometheus.yml").read_text("utf-8"))
    assert source["datasources"][0]["url"] == "http://prometheus:9090"
    provider = yaml.safe_load((provisioning / "dashboards/waterside.yml").read_text("utf-8"))
    path = provider["providers"][0]["options"]["path"]
    assert f"./grafana/dashboards:{path}:ro" in services["grafana"]["volumes"]
    uid = source["datasources"][0]["uid"]
    assert {panel["datasource"]["uid"] for panel in dashboard()["panels"]} == {uid}


def test_the_systemd_unit_starts_the_server_as_the_command_line_takes_it():
    text = (ROOT / "docs/hosting.md").read_text("utf-8")
    command = re.search(r"ExecStart=((?:.*\\\n)*.*)", text)[1].replace("\\\n", " ")
    program, *words = shlex.split(command)
    assert program.endswith("/bin/waterside")
    assert make_parser().parse_args(words).command == "serve"
