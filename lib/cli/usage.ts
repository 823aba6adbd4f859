/** What `chainbell --help` prints. */
export const usage = `Chainbell's command line.

  chainbell judge [--chain eth] [--wallet 0x…] [--history FILE] < transfers.ndjson
  chainbell redrive NAME [--stack Chainbell]

judge

Judges token transfers as the deployed functions do. Reads one transfer a line on stdin, each one
entry of "result" as the transfers endpoint gives it, oldest first. Prints one line of JSON for
each, in the same order:

  {"spam": false, "score": 0, "poisoning": false, "reasons": [{"rule": "…", "detail": "…"}]}

Options:
  --chain NAME    chain of the transfers, by name or hex id (eth)
  --wallet 0x…    the wallet they are seen from. What it paid in earlier lines is what an address
                  can imitate later; without a wallet nothing is poisoning
  --history FILE  earlier transfers of the wallet, one a line, in any order; takes --wallet
  --help          this text

A line that can't be read gets no line on stdout: its number and what is wrong go to stderr, and
the rest goes on. Blank lines are skipped. A line holds 1 MiB of UTF-8 at most.

Exit code: 0 every line was judged, 1 some could not be read, 2 nothing could be done. When the
reader of the output goes away, it ends quietly with 0.

redrive

Sends every dead letter of the destination NAME to its own queue again, and prints how many. It
does not switch a destination on. Region and credentials are those of the environment.

  --stack NAME    name of the stack (Chainbell)

Exit code: 0 all were sent, 1 there is no such destination, 2 nothing could be done.
`;
