import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';

/** What `npm start` says of the API as a whole. */
export const outage = {
  began: (error: Error) => `${whatHappens(error)} ${meanwhile}`,
  ended: 'The API answers again.',
};

interface Polled {
  readonly wallet: string;
  readonly chain: string;
}

/** What it says where others are polled. */
export const walletOutage = {
  began: ({ wallet, chain }: Polled, error: Error) =>
    `${wallet} on ${chain} can't be polled. ${whatHappens(error)} ${meanwhile}`,
  ended: ({ wallet, chain }: Polled) => `${wallet} on ${chain} can be polled again.`,
};

const meanwhile = 'It is tried again at every tick; nothing is lost.';

/** A sentence in one line: the functions' own, but of a fault of the network only what it was. */
function whatHappens(error: Error): string {
  const silent = error instanceof UpstreamUnavailable && error.status === null;
  const text = silent ? `The API does not answer (${faultOf(error)}).` : error.message;
  return text.replaceAll(/\s+/g, ' ');
}

/** `ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9` names its code twice. */
function faultOf({ cause, message }: Error): string {
  return (cause instanceof Error ? cause.message : message).replace(/^(\w+): (?=.*\b\1\b)/, '');
}
