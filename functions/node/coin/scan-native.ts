import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type Balances, readBalances } from '../ask-of-wallets.ts';
import {
  type BlockBody,
  type NodeTransaction,
  type Receipt,
  readBlock,
  readBlockBody,
  readReceipt,
} from '../blocks.ts';
import { type AskNode, blockCall } from '../calls.ts';
import { type RpcAnswer, tooLarge } from '../json-rpc.ts';
import { nativeMoves, type WalletBlock } from './native-moves.ts';

/** The node failed at the coin of a block: the whole span is read again later. */
export class CoinUnread extends Error {
  override readonly name = 'CoinUnread';
}

export interface NativeScan {
  readonly wallets: readonly Address[];
  readonly span: { readonly from: number; readonly to: number };
  /** Movements that logs have shown (EIP-7708). */
  readonly logged: readonly Transfer[];
  /** After the block before the span, if known. */
  readonly before: Balances | null;
}

export interface NativeFinds {
  /** Those that logs have not shown, oldest first. */
  readonly transfers: readonly Transfer[];
  /** Whether a log showed the transfer in a transaction neither from nor to the wallet; false if its block was not read. */
  readonly isInternal: (transfer: Transfer, wallet: Address) => boolean;
  readonly bodies: readonly BlockBody[];
}

interface NativeRead extends NativeFinds {
  /** After the span; null if the node does not say them. */
  readonly after: Balances | null;
}

/** The blocks from which on a scan replaces what earlier ones found in logs, and of the coin; null: it only adds. */
export interface ReplacedFrom {
  readonly logged: number | null;
  readonly coin: number | null;
  /** The last replaced block: later ones are another scan's. */
  readonly to: number;
}

/** In a scan of more blocks, only blocks in which a balance changed are read. Ethereum has five a minute, Base thirty. */
export const mostBlocks = 40;

/** @throws CoinUnread */
export async function scanNative(scan: NativeScan, chain: Chain, node: AskNode): Promise<NativeRead> {
  const { wallets, logged } = scan;
  if (wallets.length === 0) return { ...noFinds, after: null };
  const { changes, after } = await changesIn(scan, node);
  const bodies = await readBodies([...changes.keys()], node);
  const touched = bodies.flatMap((block) =>
    touchedIn(block, wallets, changes.get(block.number) ?? null, logged),
  );
  // A stranger's hundred failing payments to one wallet take no receipt of another wallet's.
  const asked = touched
    .filter((one) => !isPlainIncome(one))
    .toSorted((one, other) => one.sent.length - other.sent.length)
    .flatMap(({ sent }) => sent.map(({ hash }) => hash));
  const receipts = await readReceipts([...new Set(asked)].slice(0, mostReceipts), node);
  const moves = touched.flatMap(({ sent, ...one }) => {
    const plain = isPlainIncome({ sent, ...one });
    const transactions = sent.flatMap((transaction) => {
      const receipt = plain ? received : receipts.get(transaction.hash);
      return receipt === undefined ? [] : [{ ...transaction, receipt }];
    });
    const isWhole = transactions.length === sent.length;
    return nativeMoves({ ...one, transactions: isWhole ? transactions : [] }, chain);
  });
  // A transaction between two of the wallets was found with each.
  const transfers = [...new Map(moves.map((move) => [move.transactionHash ?? move, move])).values()];
  return { transfers, isInternal: internalBy(bodies, logged), bodies, after };
}

export const noFinds: NativeFinds = { transfers: [], isInternal: () => false, bodies: [] };

function internalBy(bodies: readonly BlockBody[], logged: readonly Transfer[]): NativeFinds['isInternal'] {
  const inLogs = new Set(logged.map(({ transactionHash }) => transactionHash));
  const named = bodies.flatMap(({ transactions }) => transactions.filter(({ hash }) => inLogs.has(hash)));
  const byHash = new Map<string | null, NodeTransaction>(named.map((one) => [one.hash, one]));
  return ({ kind, transactionHash }, wallet) => {
    const one = kind === 'native' ? byHash.get(transactionHash) : undefined;
    return one !== undefined && one.from !== wallet && one.to !== wallet;
  };
}

interface Touched extends Omit<WalletBlock, 'transactions'> {
  readonly sent: readonly NodeTransaction[];
}

function touchedIn(
  block: BlockBody,
  wallets: readonly Address[],
  changes: Balances | null,
  logged: readonly Transfer[],
): Touched[] {
  const sides = block.transactions.flatMap((one) =>
    Array.from(new Set([one.from, one.to]), (side) => ({ side, one })),
  );
  const bySide = Map.groupBy(sides, ({ side }) => side);
  const inBlock = logged.filter(({ blockNumber }) => blockNumber === block.number);
  return wallets.flatMap((wallet) => {
    const sent = bySide.get(wallet)?.map(({ one }) => one) ?? [];
    const change = changes?.get(wallet) ?? null;
    if (sent.length === 0 && (change === null || change === 0n)) return [];
    const ofWallet = inBlock.filter(({ from, to }) => from.address === wallet || to.address === wallet);
    return [{ wallet, block, sent, change, logged: ofWallet }];
  });
}

/** Its balance grew by just what was sent to it, so no receipt is needed: a stranger's hundred payments of a wei cost no call. */
function isPlainIncome({ wallet, sent, change, logged }: Touched): boolean {
  if (logged.length > 0 || sent.some(({ from }) => from === wallet)) return false;
  return change === sent.reduce((sum, { value }) => sum + value, 0n);
}

const received: Receipt = { succeeded: true, fee: 0n, created: null };

/** Maximum receipts of one scan. If a wallet's block needs more, the block's change is reported without its transactions. */
const mostReceipts = 100;

interface Changes {
  /** By block, how much each wallet's balance grew; null if the node has forgotten the state before. */
  readonly changes: ReadonlyMap<number, Balances | null>;
  readonly after: Balances | null;
}

async function changesIn(scan: NativeScan, node: AskNode): Promise<Changes> {
  const { wallets, span } = scan;
  const { from, to } = span;
  if (to - from + 1 > mostBlocks) return changesByHalves(scan, node);
  const before = knownBefore(scan);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const read = await readBalances(wallets, before === null ? [from - 1, ...blocks] : blocks, node);
  const states = before === null ? read : [before, ...read];
  // A node forgets the oldest state first: a gap behind a known one is a refused call, which may hide what a contract moved.
  if (states.slice(states.findIndex((state) => state !== null)).includes(null))
    throw new CoinUnread('The node does not say the balances after its newest blocks.');
  const changes = new Map(
    blocks.map((block, at) => [block, differences(states[at] ?? null, states[at + 1] ?? null)]),
  );
  return { changes, after: states.at(-1) ?? null };
}

/** Null if a wallet is missing, because it was added later. */
function knownBefore({ wallets, before }: NativeScan): Balances | null {
  return before !== null && wallets.every((wallet) => before.has(wallet)) ? before : null;
}

/** A span counts as quiet if no balance differs at its ends: reading every block would take more calls than a node allows. */
async function changesByHalves({ wallets, span: { from, to } }: NativeScan, node: AskNode): Promise<Changes> {
  const [first = null, last = null] = await readBalances(wallets, [from - 1, to], node);
  if (last === null) throw new CoinUnread('The node does not say the balances after its newest blocks.');
  const changes = new Map<number, Balances | null>();
  const divide = async (begin: number, before: Balances, end: number, after: Balances): Promise<void> => {
    const difference = differences(before, after);
    if (difference === null || [...difference.values()].every((change) => change === 0n)) return;
    if (end - begin === 1) {
      changes.set(end, difference);
      return;
    }
    const middle = Math.floor((begin + end) / 2);
    const [between = null] = await readBalances(wallets, [middle], node);
    if (between === null) throw new CoinUnread('The node does not say the balances of a block between.');
    await divide(begin, before, middle, between);
    await divide(middle, between, end, after);
  };
  if (first !== null) await divide(from - 1, first, to, last);
  return { changes, after: last };
}

function differences(before: Balances | null, after: Balances | null): Balances | null {
  if (before === null || after === null) return null;
  return new Map(Array.from(after, ([wallet, balance]) => [wallet, balance - (before.get(wallet) ?? 0n)]));
}

async function readBodies(blocks: readonly number[], node: AskNode): Promise<readonly BlockBody[]> {
  const bodies: BlockBody[] = [];
  // One by one: a block may have a megabyte.
  for (const block of blocks) {
    const [answer] = await node.ask([blockCall(block, true)]);
    const body = readBlockBody(answer?.result) ?? (isDefinite(answer) ? await readHeader(block, node) : null);
    if (body?.number !== block)
      throw new CoinUnread(`The node does not give the transactions of block ${block}.`);
    bodies.push(body);
  }
  return bodies;
}

/** Whether a node will say the same again: something too large to read, or in a form that only its chain has. */
function isDefinite({ error, result }: RpcAnswer = { result: null }): boolean {
  return error === tooLarge || result != null;
}

/** In place of an unreadable block, which would hold up all later ones: its changes are reported without its transactions. */
async function readHeader(block: number, node: AskNode): Promise<BlockBody | null> {
  const [answer] = await node.ask([blockCall(block)]);
  const header = readBlock(answer?.result);
  return header && { ...header, transactions: [] };
}

async function readReceipts(hashes: readonly string[], node: AskNode): Promise<ReadonlyMap<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  if (hashes.length === 0) return receipts;
  const answers = await node.ask(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  for (const [at, hash] of hashes.entries()) {
    const receipt = readReceipt(answers[at]?.result);
    if (receipt !== null) receipts.set(hash, receipt);
    else if (!isDefinite(answers[at]))
      throw new CoinUnread(`The node does not give the receipt of transaction ${hash}.`);
  }
  return receipts;
}
