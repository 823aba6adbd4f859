import type { Address, TokenAddress } from '../chain/address.ts';
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

/** None if the log is none of the four events, or has an unknown form. */
export function movementsIn(log: EventLog): readonly Movement[] {
  switch (log.topics[0]) {
    case transferTopic:
      return log.address === baseTokenOfEra ? [] : transferIn(log);
    case transferSingleTopic:
      return piecesIn(log, readSingle);
    case transferBatchTopic:
      return piecesIn(log, readBatch);
    default:
      return [];
  }
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
  if (ids === null || counts?.length !== ids.length) return null;
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
