#!/usr/bin/env python3
"""Prints how long a book would take on many nodes, from figures measured on one machine (measure.py)."""

READ, EXCHANGE = 3.4e-6, 0.4e-6   # processor seconds for a game (40 plies): reading and summing up; sending and receiving
MAKE = 50e-9                      # processor seconds for a different move
TEXT, SENT = 945, 470             # bytes of a game: in the file, and of its moves if all of them go to other ranks
GAMES, MOVES, ENTRIES = 148_152, 2_856_734, 67_869  # measured: different moves, and entries with -min-game 5
GROW_MOVES, GROW_ENTRIES = 0.826, 0.978             # exponents, between 50,216 and 148,152 games
RANKS, NETWORK, LOCAL_DISK, SHARED, RANK_0 = 32, 1.25e9, 2e9, 10e9, 1e9  # of a node; bytes/s; SHARED is that of all nodes


def seconds(games, nodes, shared):
    ranks = RANKS * nodes
    parts = {
        "processors": games * (READ + EXCHANGE) / ranks,
        "files": games * TEXT / (SHARED if shared else LOCAL_DISK * nodes),
        "network": games * SENT * (1 - 1 / nodes) / nodes / NETWORK,
    }
    moves = MOVES * (games / GAMES) ** GROW_MOVES
    entries = ENTRIES * (games / GAMES) ** GROW_ENTRIES
    parts["parts"], parts["gather"] = moves * MAKE / ranks, entries * 16 / RANK_0
    # Reading, files and network go on at the same time; the rest comes after it.
    total = max(parts["processors"], parts["files"], parts["network"]) + parts["parts"] + parts["gather"]
    return parts, total, moves, entries


def main():
    print("| games | nodes | processors | network | files, local | files, shared | parts | gather | local | shared | sums of a rank |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for games in (100e6, 7e9):
        for nodes in (8, 32, 64, 256):
            local, in_all, moves, _ = seconds(games, nodes, False)
            shared, with_shared, *_ = seconds(games, nodes, True)
            print(f"| {games / 1e6:,.0f} M | {nodes} | {local['processors']:.1f} | {local['network']:.1f} | {local['files']:.1f} "
                  f"| {shared['files']:.0f} | {local['parts']:.1f} | {local['gather']:.1f} | {in_all:.0f} | {with_shared:.0f} "
                  f"| {moves * 32 / nodes / RANKS / 1e6:,.0f} MB |")
    for games in (100e6, 7e9):
        _, _, moves, entries = seconds(games, 8, True)
        print(f"{games / 1e6:,.0f} M games: {moves / 1e9:.2f} G different moves, {entries * 16 / 1e9:.1f} GB of book")


if __name__ == "__main__":
    main()
