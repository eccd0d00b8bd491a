#!/usr/bin/env python3
"""A UCI engine that only connects its standard input and output to the listener on a unix socket.

usage: scripted_uci_engine.py SOCKET      It leaves when the peer closes the connection.

The peer has the pipes themselves, so it speaks as the engine, and it can see whether its lines have been read
(FIONREAD), which is what makes scripts run without waiting times.
"""
import os
import socket
import sys

peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
socket.send_fds(peer, [b"!"], [0, 1])
os.close(0)
os.close(1)
peer.recv(1)
