"""Counting and finding bits, beside the plain way."""

from tests.properties import given, st
from waterside.engine.bits import count, lowest, nth

MASKS = st.integers(min_value=0, max_value=2**63 - 1)


@given(MASKS)
def test_all_bits_are_counted_and_found(mask):
    places = [place for place in range(63) if mask >> place & 1]
    assert count(mask) == len(places)
    assert [nth(mask, n) for n in range(len(places))] == places
    assert not places or lowest(mask) == places[0]
