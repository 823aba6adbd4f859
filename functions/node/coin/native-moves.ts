import type { Address } from '../../chain/address.ts';
import type { Chain } from '../../chain/chains.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type Block, isoTime, type NodeTransaction, type Receipt } from '../blocks.ts';
import { ownCoin } from '../token-metadata.ts';

type WalletTransaction = NodeTransaction & { readonly receipt: Receipt };

export interface WalletBlock {
  readonly wallet: Address;
  readonly block: Block;
  readonly transactions: readonly WalletTransaction[];
  /** Movements of the coin that logs show (EIP-7708). */
  readonly logged: readonly Transfer[];
  /** How much the wallet's balance grew in this block; null if the node has forgotten the balance before. */
  readonly change: bigint | null;
}

/** Movements that no log showed: transactions with value, and the change of the balance that these, logs and fees don't explain. */
export function nativeMoves(seen: WalletBlock, chain: Chain): readonly Transfer[] {
  const { wallet, transactions, logged } = seen;
  const inLogs = new Set(logged.map(pathOf));
  const moved = transactions
    .filter(({ value, receipt }) => value > 0n && receipt.succeeded)
    .map((one) => ofTransaction(one, seen, chain))
    .filter((one) => !inLogs.has(pathOf(one)));
  const fees = transactions
    .filter(({ from }) => from === wallet)
    .reduce((sum, { receipt, gasPrice = 0n }) => sum + receipt.fee + receipt.unpriced * gasPrice, 0n);
  const explained = [...moved, ...logged].reduce((sum, one) => sum + changeBy(one, wallet), 0n) - fees;
  if (seen.change === null) return moved;
  const unexplained = seen.change - explained;
  return isFee(unexplained, fees, chain) ? moved : [...moved, internalMove(unexplained, seen, chain)];
}

function pathOf({ transactionHash, from, to }: Transfer): string {
  return [transactionHash, from.address, to.address].join(' ');
}

function changeBy({ from, to, value }: Transfer, wallet: Address): bigint {
  return (to.address === wallet ? value : 0n) - (from.address === wallet ? value : 0n);
}

/** Ethereum, its test networks and Gnosis: receipts have the whole fee. */
const exactChains = new Set(['0x1', '0x5', '0xaa36a7', '0x64']);

/** Wei that receipts may leave out: a tenth of a coin. A thief may bid any fee, to hide behind it what an account's code pays out. */
const maxUnnamedFee = 10n ** 17n;

/** Rollups may charge up to twice what receipts say. On Celo a token may pay the fees, on ZKsync a paymaster. */
function isFee(unexplained: bigint, fees: bigint, { id }: Chain): boolean {
  if (unexplained === 0n || exactChains.has(id)) return unexplained === 0n;
  return unexplained === fees || (unexplained < 0n && -unexplained <= fees && -unexplained <= maxUnnamedFee);
}

function ofTransaction(one: WalletTransaction, { block }: WalletBlock, chain: Chain): Transfer {
  const { hash, index, from, to, value, receipt } = one;
  return {
    ...moveIn(block, chain, from, to ?? receipt.created),
    internal: false,
    value,
    transactionHash: hash,
    sentBy: from,
    transactionIndex: index,
  };
}

function internalMove(change: bigint, { wallet, block }: WalletBlock, chain: Chain): Transfer {
  const [from, to, value] = change < 0n ? [wallet, null, -change] : [null, wallet, change];
  const unnamed = { transactionHash: null, sentBy: null, transactionIndex: null };
  return { ...moveIn(block, chain, from, to), internal: true, value, ...unnamed };
}

function moveIn({ number, hash, minedAt }: Block, chain: Chain, from: Address | null, to: Address | null) {
  return {
    kind: 'native' as const,
    token: ownCoin(chain),
    tokenId: null,
    from: { address: from, label: null },
    to: { address: to, label: null },
    logIndex: null,
    blockNumber: number,
    blockHash: hash,
    blockTimestamp: isoTime(minedAt),
    possibleSpam: null,
  };
}
