const text = 'Some coin of \u00e9 and \u3317. '.repeat(1_500);
let shortest = Number.POSITIVE_INFINITY;

/**
 * Milliseconds that this machine takes at present for work that is always the same, and none of Chainbell's. A machine that is
 * twice as slow needs twice as long for it and for each measured text.
 */
export function yardstick(): number {
  const begun = performance.now();
  const words = text.normalize('NFKC').split(/[^\p{L}\p{N}]+/u);
  words.sort((one, other) => Number(one > other) - Number(one < other));
  const took = performance.now() - begun;
  shortest = Math.min(shortest, took);
  return took;
}

/** Runs the yardstick until the JavaScript engine has compiled it. */
export function warmUpYardstick(): void {
  for (let i = 0; i < 25; i += 1) yardstick();
}

export function shortestYardstick(): number {
  return shortest;
}
