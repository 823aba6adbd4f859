"""Runs a command on a terminal of its own and types the answers: terminal.py ANSWERS.json PROGRAM ARGUMENT...

ANSWERS.json is a list of pairs: what must have come on the terminal, and the line that is typed then. All that comes
goes to stdout as it is, and the exit code is the command's."""

import fcntl
import json
import os
import pty
import struct
import sys
import termios

with open(sys.argv[1], encoding="utf8") as file:
    answers = json.load(file)
child, terminal = pty.fork()
if child == 0:
    size = struct.pack("HHHH", int(os.environ["LINES"]), int(os.environ["COLUMNS"]), 0, 0)
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try:
        came = os.read(terminal, 65536)
    except OSError:  # The other end is closed.
        break
    if came == b"":
        break
    sys.stdout.buffer.write(came)
    sys.stdout.buffer.flush()
    seen += came
    if answers and answers[0][0].encode() in seen:
        seen = b""
        os.write(terminal, answers.pop(0)[1].encode() + b"\r")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
