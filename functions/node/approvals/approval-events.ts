import { type Address, parseAddress, zeroAddress } from '../../chain/address.ts';
import type { BlockNumber } from '../../chain/units.ts';
import { chainOrder } from '../../transfer/transfer-key.ts';
import { addressIn, type EventLog } from '../event-log.ts';
import { movementsIn } from '../movements.ts';
import type { ApprovalEvent } from '../node-event.ts';

/** keccak-256 of `Approval(address,address,uint256)`, ERC20 and ERC721. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** Of `ApprovalForAll(address,address,bool)`, ERC721 and ERC1155. */
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
/** Of Permit2's `Approval`, `Permit` and `Lockdown`. */
const permit2ApprovalTopic = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b';
const permit2PermitTopic = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec';
const permit2LockdownTopic = '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4';

/** Each has the owner as its first indexed value. */
export const approvalTopics = [
  approvalTopic,
  approvalForAllTopic,
  permit2ApprovalTopic,
  permit2PermitTopic,
  permit2LockdownTopic,
] as const;

export const permit2 = parseAddress('0x000000000022d473030f116ddee9f6b43ac78ba3');

/** Uniswap's Permit2, its Permit2 on zkSync, and PancakeSwap's. Other contracts' events of this form are ignored. */
export const permit2s: readonly Address[] = [
  permit2,
  parseAddress('0x0000000000225e31d15943971f47ad3022f714fa'),
  parseAddress('0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768'),
];

/** As an event claims it; the chain's state may differ (confirm-approvals.ts). */
export interface LoggedApproval extends Pick<ApprovalEvent, 'of' | 'spender' | 'tokenId'> {
  readonly owner: Address;
  readonly token: Address;
  /** In base units; null for pieces. */
  readonly value: bigint | null;
  readonly isGranted: boolean;
  /** Epoch seconds, of Permit2; null: it does not end. */
  readonly expires: bigint | null;
  readonly log: EventLog;
}

export function approvalIn(log: EventLog): LoggedApproval | null {
  const { address, topics, words } = log;
  const [owner, second] = [addressIn(topics[1]), addressIn(topics[2])];
  if (owner === null || words === null) return null;
  const said = { owner, token: address, spender: second, tokenId: null, value: null, expires: null, log };
  switch (topics[0]) {
    case approvalTopic:
      return second && approvalOf({ ...said, spender: second }, words);
    case approvalForAllTopic: {
      const [answer] = words;
      if (second === null || answer === undefined || words.length !== 1) return null;
      return { ...said, of: 'all', isGranted: BigInt(`0x${answer}`) === 1n };
    }
    case permit2ApprovalTopic:
    case permit2PermitTopic:
    case permit2LockdownTopic:
      return permit2s.includes(address) ? permit2In({ ...said, words }) : null;
    default:
      return null;
  }
}

type Beginning = Omit<LoggedApproval, 'of' | 'isGranted'>;

/** ERC721 has the piece's number as a fourth topic, and the zero address for nobody. ERC20 has an amount as the only word of data. */
function approvalOf(
  said: Beginning & { readonly spender: Address },
  words: readonly string[],
): LoggedApproval | null {
  const piece = said.log.topics[3];
  const [amount] = words;
  if (piece !== undefined && amount === undefined) {
    const spender = said.spender === zeroAddress ? null : said.spender;
    return { ...said, of: 'erc721', spender, tokenId: BigInt(piece).toString(), isGranted: spender !== null };
  }
  if (piece !== undefined || amount === undefined || words.length !== 1) return null;
  const value = BigInt(`0x${amount}`);
  return { ...said, of: 'erc20', value, isGranted: value > 0n };
}

/** Lockdown has token and spender as words, the others as topics. */
function permit2In({
  words,
  ...said
}: Beginning & { readonly words: readonly string[] }): LoggedApproval | null {
  const { topics } = said.log;
  const isLockdown = topics[0] === permit2LockdownTopic;
  const sides = isLockdown ? words.map((word) => `0x${word}`) : topics.slice(2);
  const [token, spender] = sides.map(addressIn);
  if (!token || !spender) return null;
  const [value, expires] = isLockdown ? [0n, null] : words.map((word) => BigInt(`0x${word}`));
  if (value === undefined || expires === undefined) return null;
  return { ...said, of: 'permit2', token, spender, value, expires, isGranted: value > 0n };
}

/** The last approval of one allowance that a scan's logs show. */
export interface LastApproval extends LoggedApproval {
  /** Identifies the allowance in every scan. */
  readonly name: string;
  /** The log by which the same transaction moved the token: older tokens write an approval for each spending. */
  readonly movedAlong: EventLog | null;
  /** The block before the allowance's first event in the scan. */
  readonly priorBlock: BlockNumber;
}

/** The last approval of each allowance. Leaves out events that only report a spending. */
export function lastApprovals(logs: readonly EventLog[]): readonly LastApproval[] {
  // A piece of ERC1155 has no approval of its own.
  const movesOf = (log: EventLog) => movementsIn(log).filter(({ kind }) => kind !== 'erc1155');
  const moved = new Map(
    logs.flatMap((log) => movesOf(log).map((one) => [movedBy(log, one.from, one), log] as const)),
  );
  const last = new Map<string, LastApproval>();
  for (const log of logs.toSorted(chainOrder)) {
    const said = approvalIn(log);
    if (said === null) continue;
    const name = `${said.owner} ${allowanceOf(said)}`;
    const before = last.get(name);
    // No spending follows a revocation.
    const movedAlong =
      before?.isGranted === false ? null : (moved.get(movedBy(log, said.owner, said)) ?? null);
    const isSpent = !said.isGranted && (said.of === 'erc721' || said.of === 'erc20');
    if (movedAlong && (isSpent || before?.movedAlong === null)) continue;
    last.set(name, { ...said, name, movedAlong, priorBlock: before?.priorBlock ?? log.blockNumber - 1 });
  }
  return [...last.values()];
}

/** The key of an approval's event, the same in every scan. */
export function keyOfApproval(said: LoggedApproval): string {
  return `${allowanceOf(said)} ${said.log.transactionHash}`;
}

function allowanceOf({ of, token, spender, tokenId, log }: LoggedApproval): string {
  const keeper = log.address === token || log.address === permit2 ? of : log.address;
  return `${keeper} ${token} ${tokenId ?? spender}`;
}

function movedBy(
  { transactionHash }: EventLog,
  from: Address,
  { token, tokenId }: { readonly token: Address | null; readonly tokenId: string | null },
): string {
  return [transactionHash, from, token, tokenId].join(' ');
}
