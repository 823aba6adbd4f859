import type { Address } from '../../chain/address.ts';
import { type Chain, maxLag } from '../../chain/chains.ts';
import type { BlockNumber, BlockSpan } from '../../chain/units.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import {
  type BlockBody,
  checkStanding,
  type NodeTransaction,
  type Receipt,
  readBodies,
  readReceipts,
} from '../blocks.ts';
import { type AskNode, NodeUnusable } from '../calls.ts';
import { wrappedCoins } from '../movements.ts';
import {
  type Balances,
  balanceProgram,
  callsForWallets,
  readBalances,
  runForWallets,
} from '../wallet-programs.ts';
import { nativeMoves, type WalletBlock } from './native-moves.ts';
import { type BalanceSpan, type CoinBlocks, differences, searchSpan } from './search-span.ts';

/** A scan of more blocks reads only the blocks that changed a balance. Balances after all blocks may take 250 calls. */
export function maxBlocks(wallets: number): number {
  return Math.min(40, 250 / callsForWallets(wallets));
}

interface NativeFinds {
  /** Movements that logs have not shown, oldest first. */
  readonly transfers: readonly Transfer[];
  /** Whether a log showed the transfer in a transaction neither from nor to the wallet. */
  readonly isInternal: (transfer: Transfer, wallet: Address) => boolean;
  readonly bodies: readonly BlockBody[];
}

/** The first blocks in which a scan replaces earlier finds, of logs and of the coin. Null: the scan only adds. */
export interface ReplacedFrom {
  readonly logged: number | null;
  readonly coin: number | null;
  /** The last blocks in which the scan replaces finds of the coin, and of all else. */
  readonly coinTo: BlockNumber;
  readonly to: BlockNumber;
}

/** Reads the span up to block `through`. `after`: the balances after that block, if known. @throws NodeUnusable also if one block fails */
export async function scanNative(
  scan: BalanceSpan,
  chain: Chain,
  node: AskNode,
): Promise<NativeFinds & Pick<CoinBlocks, 'since' | 'through' | 'after'>> {
  const { wallets, logged } = scan;
  if (wallets.length === 0) return { ...noFinds, since: scan.span.from, through: scan.span.to, after: null };
  const { changes, bodies, after, since, through } = await coinBlocksIn(scan, node);
  const touched = bodies.flatMap((block) =>
    touchedIn(block, wallets, changes.get(block.number) ?? null, logged),
  );
  // Strangers may crowd the block of a theft, or send a wallet a hundred failing payments. So a wallet's own transactions come first,
  // and wallets with few transactions before wallets with many.
  const asked = touched
    .filter((one) => !isPlainIncome(one))
    .toSorted((one, other) => one.sent.length - other.sent.length)
    .flatMap(({ wallet, sent }) => sent.map(({ hash, from }) => ({ hash, isOwn: from === wallet })))
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn))
    .map(({ hash }) => hash);
  const receipts = await readReceipts([...new Set(asked)].slice(0, maxReceipts), node);
  const lacking = touched.filter(({ sent }) => sent.some(({ hash }) => receipts.get(hash) === 'absent'));
  const late = () => lateBlocks(bodies, scan.span, chain, node);
  if (lacking.length > 0) await checkAbsent(lacking, receipts, bodies, late, node);
  // A machine that lags behind has no receipt yet, so the next scan reads on from that block.
  const awaited = lacking.filter(({ block }) => block.number > scan.span.to - maxLag(chain));
  const end = Math.min(through, ...awaited.map(({ block }) => block.number - 1));
  const moves = touched.flatMap(({ sent, ...one }) => {
    if (one.block.number > end) return [];
    const plain = isPlainIncome({ sent, ...one });
    const transactions = sent.flatMap((transaction) => {
      const receipt = plain ? received : receipts.get(transaction.hash);
      return receipt === undefined || receipt === 'absent' ? [] : [{ ...transaction, receipt }];
    });
    const isOwn = ({ from }: NodeTransaction) => from === one.wallet;
    // Without a receipt of an own transaction the wallet's fees are unknown.
    const isWhole = transactions.filter(isOwn).length === sent.filter(isOwn).length;
    return nativeMoves({ ...one, transactions: isWhole ? transactions : [] }, chain);
  });
  // A transaction between two watched wallets was found twice.
  const transfers = [...new Map(moves.map((move) => [move.transactionHash ?? move, move])).values()];
  const isInternal = internalBy(bodies, logged);
  return { transfers, isInternal, bodies, since, through: end, after: end === through ? after : null };
}

/** Maximum receipts of others that are asked for in a scan. */
const maxOfOthers = 3;

/** Late blocks that a search of balances did not read. Its own blocks may hold nothing but transactions that never have a receipt. */
async function lateBlocks(
  bodies: readonly BlockBody[],
  { from, to }: BlockSpan,
  chain: Chain,
  node: AskNode,
) {
  if (bodies.length > to - from) return [];
  const last = Math.max(from, to - maxLag(chain));
  return readBodies(
    [last - 2, last - 1, last].filter((block) => block >= from),
    node,
  );
}

/**
 * Some transactions of Cronos and Sei never have a receipt. @throws NodeUnusable if a re-org has dropped their block, or the node gives
 * no receipts at all for now: the next scan reads the coin
 */
async function checkAbsent(
  lacking: readonly Touched[],
  receipts: Awaited<ReturnType<typeof readReceipts>>,
  bodies: readonly BlockBody[],
  late: () => Promise<readonly BlockBody[]>,
  node: AskNode,
): Promise<void> {
  await checkStanding([...new Set(lacking.map(({ block }) => block))], node);
  const isGiven = (some: typeof receipts) => some.values().some((one) => one !== 'absent');
  if (isGiven(receipts)) return;
  const hashes = [...bodies, ...(await late())].flatMap(({ transactions }) =>
    transactions.map(({ hash }) => hash),
  );
  const others = hashes.filter((hash) => !receipts.has(hash)).slice(-maxOfOthers);
  if (!isGiven(await readReceipts(others, node))) throw new NodeUnusable('The node gives no receipts.');
}

export const noFinds: NativeFinds = { transfers: [], isInternal: () => false, bodies: [] };

function internalBy(bodies: readonly BlockBody[], logged: readonly Transfer[]): NativeFinds['isInternal'] {
  const inLogs = new Set(logged.map(({ transactionHash }) => transactionHash));
  const named = bodies.flatMap(({ transactions }) => transactions.filter(({ hash }) => inLogs.has(hash)));
  const byHash = new Map<string | null, NodeTransaction>(named.map((one) => [one.hash, one]));
  return ({ kind, from, transactionHash }, wallet) => {
    const one = kind === 'native' ? byHash.get(transactionHash) : undefined;
    const isOwn = one?.from === wallet || one?.to === wallet;
    return one !== undefined && (!isOwn || wrappedCoins.includes(from.address));
  };
}

async function coinBlocksIn(scan: BalanceSpan, node: AskNode): Promise<CoinBlocks> {
  const { wallets, span, before } = scan;
  const { from, to } = span;
  if (to - from + 1 > maxBlocks(wallets.length)) return searchSpan(scan, node);
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  // A wallet that was added since is missing in `before`.
  const isKnown = before !== null && wallets.every((wallet) => before.has(wallet));
  const read = await readBalances(wallets, isKnown ? blocks : [from - 1, ...blocks], node);
  // A host that runs no program can't be asked about every wallet after each of these blocks. Of other hosts a later scan reads
  // them all: a search misses coin that came and went.
  const isUnread = read.every((state) => state === null);
  if (isUnread && (await runForWallets(balanceProgram, wallets.slice(0, 1), [to], node))[0] === null)
    return searchSpan(scan, node);
  const states = isKnown ? [before, ...read] : read;
  // A node forgets the oldest state first. A gap after a known state is a refused call, which may hide what a contract moved.
  if (states.slice(states.findIndex((state) => state !== null)).includes(null))
    throw new NodeUnusable('The node gives no balances after its newest blocks.');
  const changes = new Map(
    blocks.map((block, at) => {
      const [was, is] = [states[at], states[at + 1]];
      return [block, was && is ? differences(was, is) : null] as const;
    }),
  );
  const bodies = await readBodies(blocks, node);
  return { changes, bodies, since: from, through: to, after: states.at(-1) ?? null };
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
    if (sent.length === 0 && !change) return [];
    const ofWallet = inBlock.filter(({ from, to }) => from.address === wallet || to.address === wallet);
    return [{ wallet, block, sent, change, logged: ofWallet }];
  });
}

/** The wallet's balance grew by exactly what was sent to it, so no receipt is needed. */
function isPlainIncome({ wallet, sent, change, logged }: Touched): boolean {
  if (logged.length > 0 || sent.some(({ from }) => from === wallet)) return false;
  return change === sent.reduce((sum, { value }) => sum + value, 0n);
}

const received: Receipt = { succeeded: true, fee: 0n, unpriced: 0n, created: null };

/**
 * Maximum receipts of one scan. Beyond it a block's change is reported without the wallet's transactions. A search of twenty blocks
 * leaves calls for this many, and for checkAbsent.
 */
const maxReceipts = 70;
