import { type Address, parseAddress, type TokenAddress } from '../chain/address.ts';
import type { TransferKind } from '../transfer/transfer.ts';
import { addressIn, type EventLog } from './event-log.ts';

/** keccak-256 of `Transfer(address,address,uint256)`: the event of ERC20 and ERC721, and of EIP-7708. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Of `TransferSingle(address,address,address,uint256,uint256)`, ERC1155. */
export const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
/** Of `TransferBatch(address,address,address,uint256[],uint256[])`, ERC1155. */
export const transferBatchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** An event of this address is a movement of the chain's own coin (EIP-7708). */
export const nativeEmitter: Address = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;

/** `Withdrawal(address,uint256)`: a wrapped coin's contract has paid out coin. It writes no Transfer event for this. */
export const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
/** Ethereum's WETH, that of OP stack rollups and Linea's, WBNB, WPOL, WAVAX and WXDAI. Any other contract may make the event up. */
export const wrappedCoins: readonly (Address | null)[] = [
  parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
  parseAddress('0x4200000000000000000000000000000000000006'),
  parseAddress('0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'),
  parseAddress('0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'),
  parseAddress('0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'),
  parseAddress('0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'),
  parseAddress('0xe91d153e0b41518a2ce8dd3d7944fa863463a97d'),
];

/** ZKsync's own coin: its events also report fees and refunds. Balances show all to the wei. */
const baseTokenOfEra = '0x000000000000000000000000000000000000800a';

export interface Movement {
  readonly kind: TransferKind;
  readonly token: TokenAddress;
  /** The number of an NFT in its collection, in decimal digits; null for coin and ERC20. */
  readonly tokenId: string | null;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
}

/** None if the log is none of the five events, or has an unknown form. */
export function movementsIn(log: EventLog): readonly Movement[] {
  switch (log.topics[0]) {
    case transferTopic:
      return log.address === baseTokenOfEra ? [] : transferIn(log);
    case transferSingleTopic:
      return piecesIn(log, readSingle);
    case transferBatchTopic:
      return piecesIn(log, readBatch);
    case withdrawalTopic:
      return unwrappingIn(log);
    default:
      return [];
  }
}

/** The coin that the contract pays out. If the wallet's code sends the coin on at once, no balance shows either movement. */
function unwrappingIn({ address, topics, words }: EventLog): Movement[] {
  const to = addressIn(topics[1]);
  const [amount = '0'] = words ?? [];
  const value = BigInt(`0x${amount}`);
  if (!wrappedCoins.includes(address) || to === null || value === 0n) return [];
  return [{ kind: 'native', token: null, tokenId: null, from: address, to, value }];
}

/** ERC721 has the piece's number as a fourth topic, ERC20 an amount as the only word of data. */
function transferIn({ address, topics, words }: EventLog): Movement[] {
  const [from, to] = [addressIn(topics[1]), addressIn(topics[2])];
  if (from === null || to === null || words === null) return [];
  const piece = topics[3];
  if (piece !== undefined)
    return words.length === 0
      ? [{ kind: 'erc721', token: address, tokenId: BigInt(piece).toString(), from, to, value: 1n }]
      : [];
  const [amount] = words;
  if (amount === undefined || words.length !== 1) return [];
  const value = BigInt(`0x${amount}`);
  const isNative = address === nativeEmitter;
  return [
    { kind: isNative ? 'native' : 'erc20', token: isNative ? null : address, tokenId: null, from, to, value },
  ];
}

/** Maximum movements that a log can show: an ERC1155 batch has two words of data for each. */
export function maxMovements({ words }: EventLog): number {
  return Math.max(1, (words?.length ?? 0) / 2);
}

type ReadPieces = (words: readonly string[]) => readonly (readonly [id: bigint, count: bigint])[] | null;

function piecesIn({ address, topics, words }: EventLog, read: ReadPieces): Movement[] {
  const [from, to] = [addressIn(topics[2]), addressIn(topics[3])];
  if (from === null || to === null || words === null || address === nativeEmitter) return [];
  return (read(words) ?? []).map(([id, value]) => ({
    kind: 'erc1155',
    token: address,
    tokenId: id.toString(),
    from,
    to,
    value,
  }));
}

const readSingle: ReadPieces = (words) => {
  const [id, count] = words.map(numberIn);
  return words.length === 2 && id !== undefined && count !== undefined ? [[id, count]] : null;
};

const readBatch: ReadPieces = (words) => {
  const [ids, counts] = [listAt(words, 0), listAt(words, 1)];
  // No honest contract lets the lists share words, which would double what a stranger writes for his gas.
  if (ids === null || counts?.length !== ids.length || words.length < 4 + 2 * ids.length) return null;
  // A number may stand twice in a batch, and two equal pieces of one log would count as one.
  const sums = new Map<bigint, bigint>();
  for (const [at, id] of ids.entries()) {
    const sum = (sums.get(id) ?? 0n) + (counts[at] ?? 0n);
    sums.set(id, sum > largest ? largest : sum);
  }
  return [...sums];
};

/** No honest contract counts further. */
const largest = 2n ** 256n - 1n;

/** A list of the ABI. The word at `at` names the byte where its length stands; its items follow. */
function listAt(words: readonly string[], at: number): bigint[] | null {
  const begin = Number(numberIn(words[at] ?? '')) / 32;
  const length = Number(numberIn(words[begin] ?? ''));
  if (!Number.isInteger(begin) || begin + 1 + length > words.length) return null;
  return words.slice(begin + 1, begin + 1 + length).map(numberIn);
}

function numberIn(word: string): bigint {
  return BigInt(`0x${word === '' ? 'f'.repeat(64) : word}`);
}
