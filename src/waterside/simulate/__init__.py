"""Games in bulk: ``simulate`` plays them and sums up metrics of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from waterside.simulate.simulation import Simulation, simulate

__all__ = ["Simulation", "simulate"]


def __getattr__(name: str) -> Any:
    """Loads the simulation when it is asked for; other parts of the package do not need it."""
    if name not in __all__:
        raise AttributeError(f"waterside.simulate has no {name}")
    from waterside.simulate import simulation

    return getattr(simulation, name)
