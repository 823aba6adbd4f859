import type { Alert } from '../../functions/alert/alert.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { exchange, party, treasury } from '../support/alerts.ts';
import { begunWorld, type PollWorld } from '../support/worlds/poll-world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** A month: long enough to mine all transfers of a story. */
export const month = 30 * day;

export const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** An address of these hex digits, repeated. */
export const addressOf = (digits: string): Address => parseAddress(`0x${digits.padEnd(40, digits)}`);

/** A payee of the wallet, and an imitation of its address: four digits alike at each end. */
export const friend = parseAddress('0xab5801a7d398351b8be11c439e05c5b3259aec9b');
export const imitation = parseAddress('0xab5899999999999999999999999999999999ec9b');
/** The nth imitation. */
export const imitationOf = (address: Address, n: number): Address =>
  parseAddress(`${address.slice(0, 6)}${(n + 0x8000).toString(16).repeat(8)}${address.slice(-4)}`);

/** A token that anybody can make. */
export const made = { address: addressOf('9'), symbol: 'GIFT', name: 'Gift', verified: null };
export const weth = {
  address: parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
  symbol: 'WETH',
  name: 'Wrapped Ether',
  decimals: 18,
};
/** The API's flags for spam. */
export const spam = [{ possibleSpam: true }, { verified: false }] as const;

export const pays = (to: Address = exchange, value = 500_000_000n) => ({
  from: party(treasury),
  to: party(to),
  value,
});
export const sends = (from: Address = exchange, value = 500_000_000n) => ({
  from: party(from),
  to: party(treasury),
  value,
});

export const typesOf = (alerts: readonly Alert[]) => alerts.map(({ type }) => type);
export const hashesOf = (transfers: readonly Transfer[]) =>
  transfers.map(({ transactionHash }) => transactionHash);
export const digestsOf = (alerts: readonly Alert[]) =>
  alerts.flatMap((alert) => (alert.type === 'transfers.digest' ? [alert.digest] : []));

/** A world in which the watch has begun, with nothing on the chain and nothing published. */
export async function emptyWorld(watch: Watch): Promise<PollWorld> {
  const world = await begunWorld(watch);
  world.published.length = 0;
  world.chain.transfers.length = 0;
  return world;
}

export async function pollTimes(world: PollWorld, watch: Watch, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await world.poll(watch);
}

/** The chain drops that transfer. */
export function drop(world: PollWorld, gone: Transfer | undefined = world.chain.transfers.at(-1)): Transfer {
  if (gone === undefined) throw new Error('nothing to drop');
  world.chain.transfers.splice(world.chain.transfers.indexOf(gone), 1);
  return gone;
}

/** The function dies at this point of every poll, until `atAwait` is set again. */
export function diesAt(world: PollWorld, point: string): void {
  world.atAwait = (reached) => {
    if (reached === point) throw new Error('the function died');
  };
}
export const lives = (world: PollWorld) => Object.assign(world, { atAwait: () => {} });
