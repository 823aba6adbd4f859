import type { Address } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { type Balances, readBalances } from '../ask-of-wallets.ts';
import { type AskNode, type BlockSpan, hexOf, NodeUnusable } from '../calls.ts';
import { readQuantity } from '../event-log.ts';

/** A scan of more blocks reads only the blocks that changed a balance. Ethereum has five blocks a minute, Base thirty. */
export const maxBlocks = 40;

/** Wallets whose balances are compared. */
export interface BalanceSpan {
  readonly wallets: readonly Address[];
  readonly span: BlockSpan;
  /** After the block before the span, if known. */
  readonly before: Balances | null;
}

interface Changes {
  /** By block, how much each wallet's balance grew; null if the node has forgotten the state before. */
  readonly changes: ReadonlyMap<number, Balances | null>;
  readonly after: Balances | null;
}

export async function changesIn(scan: BalanceSpan, node: AskNode): Promise<Changes> {
  const { wallets, span } = scan;
  const { from, to } = span;
  if (to - from + 1 > maxBlocks) return changesByHalves(scan, node);
  const before = knownBefore(scan);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const read = await readBalances(wallets, before === null ? [from - 1, ...blocks] : blocks, node);
  const states = before === null ? read : [before, ...read];
  // A node forgets the oldest state first: a gap behind a known one is a refused call, which may hide what a contract moved.
  if (states.slice(states.findIndex((state) => state !== null)).includes(null))
    throw new NodeUnusable('The node does not say the balances after its newest blocks.');
  const changes = new Map(
    blocks.map((block, at) => [block, differences(states[at] ?? null, states[at + 1] ?? null)]),
  );
  return { changes, after: states.at(-1) ?? null };
}

/** Null if a wallet is missing, because it was added later. */
function knownBefore({ wallets, before }: BalanceSpan): Balances | null {
  return before !== null && wallets.every((wallet) => before.has(wallet)) ? before : null;
}

/** Maximum wallets whose nonces are asked for as well, a call each at both ends of a span: four scans a minute stay within 200 calls. */
export const maxNonces = 15;
/** Most nodes know the state of the last 128 blocks. */
const keptBlocks = [120, 60, 30];

interface State {
  readonly block: BlockNumber;
  readonly balances: Balances;
  readonly nonces: ReadonlyMap<Address, number | null>;
}

/**
 * A span counts as quiet if no balance and no nonce differs at its ends: reading every block would take more calls than a node
 * allows. The nonce shows coin that came in and went out again, as from a wallet that a thief's program empties at once.
 */
async function changesByHalves(
  { wallets, span: { from, to } }: BalanceSpan,
  node: AskNode,
): Promise<Changes> {
  const senders = wallets.length > maxNonces ? [] : wallets;
  const read = async (asked: readonly number[], of: readonly Address[]): Promise<(State | null)[]> => {
    const balances = await readBalances(wallets, asked, node);
    const nonces = await readNonces(of, asked, node);
    return asked.map((block, at) => {
      const [known, sent] = [balances[at] ?? null, nonces[at] ?? new Map()];
      return known && { block, balances: known, nonces: sent };
    });
  };
  const [first = null, last = null] = await read([from - 1, to], senders);
  if (last === null) throw new NodeUnusable('The node does not say the balances after its newest blocks.');
  const changes = new Map<number, Balances | null>();
  const divide = async (before: State, after: State, asked: readonly Address[]): Promise<void> => {
    const difference = differences(before.balances, after.balances);
    const sent = asked.filter((wallet) => hasSent(before.nonces.get(wallet), after.nonces.get(wallet)));
    const isQuiet = difference === null || [...difference.values()].every((change) => change === 0n);
    if (isQuiet && sent.length === 0) return;
    if (after.block - before.block === 1) {
      changes.set(after.block, difference);
      return;
    }
    const [between = null] = await read([Math.floor((before.block + after.block) / 2)], sent);
    if (between === null) throw new NodeUnusable('The node does not say the balances of a block between.');
    await divide(before, between, sent);
    await divide(between, after, sent);
  };
  const kept = keptBlocks.map((blocks) => to - blocks).filter((block) => block >= from);
  const oldest = first ?? (await read(kept, senders)).find((state) => state !== null);
  if (oldest !== undefined) await divide(oldest, last, senders);
  return { changes, after: last.balances };
}

/** False if the node does not say a nonce. */
function hasSent(before: number | null = null, after: number | null = null): boolean {
  return before !== null && after !== null && before !== after;
}

/** Transactions that wallets have sent, after each block. */
async function readNonces(
  wallets: readonly Address[],
  blocks: readonly BlockNumber[],
  node: AskNode,
): Promise<readonly State['nonces'][]> {
  if (wallets.length === 0) return [];
  const answers = await node.ask(
    blocks.flatMap((block) =>
      wallets.map((wallet) => ({ method: 'eth_getTransactionCount', params: [wallet, hexOf(block)] })),
    ),
  );
  return blocks.map(
    (_, at) =>
      new Map(wallets.map((wallet, i) => [wallet, readQuantity(answers[at * wallets.length + i]?.result)])),
  );
}

function differences(before: Balances | null, after: Balances | null): Balances | null {
  if (before === null || after === null) return null;
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}
