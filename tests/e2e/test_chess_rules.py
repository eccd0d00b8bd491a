#!/usr/bin/env python3
"""Proves the referee: move generation against published perft counts, endings and SAN on known positions."""
import unittest

from chess_rules import START_FEN, Game, Position, perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# The six positions of the chess programming wiki's perft page: between them every rule is needed to get the count.
PERFT = [
    (START_FEN, [20, 400, 8902]),
    (KIWIPETE, [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2079]),
]


class Rules(unittest.TestCase):
    def test_perft(self):
        for fen, counts in PERFT:
            for depth, count in enumerate(counts, 1):
                with self.subTest(fen=fen, depth=depth):
                    self.assertEqual(perft(Position(fen), depth), count)

    def test_fen_round_trip(self):
        for fen, _ in PERFT:
            self.assertEqual(Position(fen).fen(), fen)

    def test_illegal_moves_are_refused(self):
        for move in ["e2e5", "e1g1", "e7e5", "e2e4q", "a1a1", "0000"]:
            with self.subTest(move=move), self.assertRaises(ValueError):
                Position().after(move)

    def test_pinned_pawn_may_not_take_en_passant(self):
        position = Position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1")
        self.assertNotIn("e5d6", position.legal_moves())
        self.assertIn("e5e6", position.legal_moves())

    def test_san(self):
        for fen, move, san in [
            (START_FEN, "g1f3", "Nf3"),
            (KIWIPETE, "e1c1", "O-O-O"),
            (KIWIPETE, "e5g6", "Nxg6"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"),
            ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1"),
            ("R7/8/8/4k3/8/8/8/R3K3 w - - 0 1", "a8a4", "R8a4"),
            ("8/7Q/k7/8/4Q2Q/8/8/K7 w - - 0 1", "h4e7", "Qh4e7"),
            ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
            ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ]:
            with self.subTest(fen=fen, move=move):
                self.assertEqual(Position(fen).san(move), san)

    def test_endings(self):
        def ending(fen, moves):
            game = Game(fen)
            for move in moves.split():
                self.assertIsNone(game.over(), f"over before {move}")
                game.play(move)
            return game.over()

        self.assertEqual(ending(START_FEN, "f2f3 e7e5 g2g4 d8h4"), ("0-1", "Black mates"))
        self.assertEqual(ending("7k/8/5Q2/8/8/8/8/K7 w - - 0 1", "f6f7"), ("1/2-1/2", "stalemate"))
        shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
        self.assertEqual(ending(START_FEN, shuffle), ("1/2-1/2", "draw by repetition"))
        self.assertEqual(ending("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2"), ("1/2-1/2", "fifty-move rule"))
        self.assertEqual(ending("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2"), ("1/2-1/2", "insufficient material"))
        self.assertIsNone(ending(START_FEN, "e2e4 e7e5"))
        # Mate on the hundredth half-move is mate.
        self.assertEqual(ending("6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80", "d1d8"), ("1-0", "White mates"))

    def test_material(self):
        for pieces, dead in [("B", True), ("N", True), ("P", False), ("R", False), ("NN", False), ("", True)]:
            fen = f"4k3/8/8/8/8/8/8/4K{pieces}{3 - len(pieces)} w - - 0 1"
            self.assertEqual(Position(fen).insufficient_material(), dead, fen)
        self.assertTrue(Position("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1").insufficient_material())  # f8 and c1: both dark
        self.assertFalse(Position("4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1").insufficient_material())


if __name__ == "__main__":
    unittest.main()
