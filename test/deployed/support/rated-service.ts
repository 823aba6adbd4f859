import type { Received, ReceiverAnswer } from '../../support/receiver.ts';

/** How a service on loopback holds its rate, and what it says to one that passes it. */
interface Rated {
  /** So many calls in so many milliseconds. */
  readonly most: number;
  readonly withinMs: number;
  readonly taken: (request: Received) => ReceiverAnswer;
  readonly tooMany: (waitSeconds: number) => ReceiverAnswer;
}

/** In place of an answer, now and then: by the number of the call, so that each run has the same. */
const faults: readonly [number, ReceiverAnswer][] = [
  [5, { status: 500 }],
  [11, { status: 200, cut: 'reset' }],
  [17, { status: 200, after: 12_000 }],
  [23, { status: 503, body: '<html>busy</html>' }],
  [29, { status: 200, cut: 'drip' }],
];

/** A service with a rate and with faults. `passed`: how often its rate was passed. */
export function ratedService({ most, withinMs, taken, tooMany }: Rated) {
  const calls: number[] = [];
  const service = {
    passed: 0,
    answer(request: Received): ReceiverAnswer {
      calls.push(request.at);
      const recent = calls.filter((at) => at > request.at - withinMs);
      if (recent.length > most) {
        service.passed += 1;
        return tooMany(Math.ceil(withinMs / 1_000));
      }
      return faults.find(([call]) => call === calls.length)?.[1] ?? taken(request);
    },
  };
  return service;
}
