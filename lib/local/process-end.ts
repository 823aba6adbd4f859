/** Ctrl-C under npm arrives twice, from the terminal and from npm: only a later one is impatience. */
const sameKeystroke = 500;

/**
 * Resolves when the process is asked to end: by SIGINT, by SIGTERM, or by a reader of stdout who has gone
 * (`| head -1`). Another SIGINT after that ends the process at once. Under npm signals arrive here only because its
 * script says `exec`: a shell in between would keep them, and exit with 130.
 */
export function onEndAsked(): Promise<undefined> {
  return new Promise((resolve) => {
    const ask = () => resolve(undefined);
    let interruptedAt: number | null = null;
    process.on('SIGINT', () => {
      if (interruptedAt !== null && Date.now() - interruptedAt > sameKeystroke) process.exit(130);
      interruptedAt ??= Date.now();
      ask();
    });
    process.on('SIGTERM', ask);
    process.stdout.on('error', ask);
    // Nobody reads the remarks: that is no reason to end.
    process.stderr.on('error', () => {});
  });
}
