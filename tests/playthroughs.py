"""Golden playthroughs: every value of the API along a game, as text.

``python -m tests.playthroughs`` writes them anew; a change in them is a change in the games.
"""

import random
from pathlib import Path

import waterside

FOLDER = Path(__file__).parent / "playthroughs"
PLAYED = {
    "crocodile": (2, {}),
    "crocodile-near-picture": (2, {"bar": "near", "setup": "picture", "starter": 2}),
    "cromado": (3, {"turn_limit": 40}),
    "splash": (4, {}),
    "kariba": (3, {}),
    "kariba-market": (2, {"market": True}),
}


def described(position):
    """Everything a position says, the whole of it."""
    lines = [position.headline(), str(position), f"scores {position.scores()}"]
    if position.winners() is not None:
        lines.append(f"winners {position.winners()}")
    if position.actor == "chance":
        chances = sorted(position.chances().items())
        lines.append("chances " + ", ".join(f"{text} {share}" for text, share in chances))
    lines += [f"legal {text}" for text in folded(position.legal())]
    lines.append("numbers " + " ".join(map(str, sorted(position.legal_actions()))))
    for seat in [None, *range(1, position.players + 1)]:
        seen = position.seen_by(seat)
        if str(seen) != str(position):
            lines += [f"seen by {seat or 'a spectator'}:", str(seen)]
    observed = [f"{i}={v}" for i, v in enumerate(position.observe(1)) if v]
    lines += ["observed by 1: " + text for text in folded(observed)]
    return "\n".join(lines)


def folded(texts, width=12):
    return [" ".join(texts[i : i + width]) for i in range(0, len(texts), width)]


def playthrough(label):
    """One random game: all actions, and every eleventh position in full."""
    players, options = PLAYED[label]
    rng = random.Random(label)
    position = waterside.game(label.partition("-")[0]).new(players, **options)
    parts = [described(position)]
    while not position.is_over:
        texts = sorted(position.chances()) or position.legal()
        position = position.play(rng.choice(texts))
        parts.append(f"> {position.action}")
        if position.number % 11 == 0 or position.is_over:
            parts.append(described(position))
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for label in PLAYED:
        (FOLDER / f"{label}.txt").write_text(playthrough(label), "utf-8")
