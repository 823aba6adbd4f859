import { gasPrice, gasUsed } from '../chain/sim-chain.ts';
import { cats, ether, type SimToken, swords, unknownToken, usdc, usdt } from '../chain/sim-tokens.ts';
import { type Approval, callOf, wellShown } from '../chain/sim-transaction.ts';
import type {
  ApprovalHappening,
  CoinHappening,
  ControlHappening,
  PieceHappening,
} from '../story/happenings.ts';
import type { World } from '../world.ts';
import { stranger } from './play-transfers.ts';

/** More than a wallet pays in fees in a block: a smaller loss that no transaction shows counts as a fee. */
const aboveFees = 1_000_000_000n;
/** The unknown other side of coin that a contract moves; only logs can name it. */
const nobody = '';
const contract = `0x${'c0'.repeat(20)}`;

export function moveCoin({ wallet, how, value }: CoinHappening, { rowOf, chainOf, counts }: World): void {
  const row = rowOf(wallet);
  const chain = chainOf(row);
  const own = row.wallet;
  const other = stranger(Number(value % 6n));
  const move = (from: string, to: string, moved: bigint) => ({
    ...{ token: ether, from, to, value: moved },
    ...wellShown,
  });
  const send = (from: string, to: string, moved = value) =>
    chain.mine([move(from, to, moved)], { sent: { from, to, value: moved, failed: false } });
  const moveUnseen = (from: string, to: string) =>
    chain.head() < chain.fork
      ? chain.mineUnseen(move(from, to, value + aboveFees))
      : chain.mine([move(from || contract, to || contract, value + aboveFees)], {
          sent: callOf(other, contract),
        });
  counts.add(`chain: coin, ${how}`);
  const ways: Readonly<Record<CoinHappening['how'], () => unknown>> = {
    in: () => send(other, own),
    out: () => send(own, other),
    self: () => send(own, own),
    'to another row': () => send(own, rowOf(wallet + 1).wallet),
    fails: () => chain.mine([], { sent: { from: own, to: other, value, failed: true } }),
    'passes through': () => {
      // The amount includes the second transaction's fee, so that the balance ends where it was.
      send(other, own, value + gasUsed * gasPrice);
      send(own, other);
    },
    'a contract pays': () => moveUnseen(nobody, own),
    'a contract takes': () => moveUnseen(own, nobody),
  };
  ways[how]();
}

export function movePieces(
  { wallet, how, ids, of }: PieceHappening,
  { rowOf, chainOf, counts }: World,
): void {
  const row = rowOf(wallet);
  const token = of === 'cats' ? cats : swords;
  const other = stranger(ids.length);
  const [from, to] = how === 'sent' ? [row.wallet, other] : [other, row.wallet];
  counts.add(`chain: pieces, ${how}`);
  const pieces = ids.map((tokenId, at) => ({
    ...{ token, from, to, value: of === 'cats' ? 1n : BigInt(at + 1), tokenId },
    ...wellShown,
  }));
  chainOf(row).mine(pieces, { sent: callOf(how === 'unasked' ? other : row.wallet, token.address) });
}

const approvals: Readonly<Record<ApprovalHappening['of'], readonly [SimToken, Approval['of']]>> = {
  usdc: [usdc, 'erc20'],
  usdt: [usdt, 'erc20'],
  permit2: [usdc, 'permit2'],
  cats: [cats, 'all'],
  'one cat': [cats, 'erc721'],
  // The collection's event says so, but it approves nobody.
  'no cat': [cats, 'erc721'],
  'made up': [unknownToken, 'erc20'],
};
const largestPermit = 2n ** 160n - 1n;

export function approve(
  { wallet, of, spender, value }: ApprovalHappening,
  { rowOf, chainOf, counts }: World,
): void {
  const row = rowOf(wallet);
  const [owner, isTrue] = [row.wallet, of !== 'made up' && of !== 'no cat'];
  const [token, kind] = approvals[of];
  const most = kind === 'permit2' ? largestPermit : kind === 'erc20' ? value : 1n;
  // Each wallet has a cat of its own.
  const tokenId = kind === 'erc721' ? String(BigInt(owner) % 1_000_000_007n) : null;
  counts.add(`chain: approvals, ${of}`);
  chainOf(row).mine([], {
    sent: callOf(of === 'made up' ? stranger(spender) : owner, token.address),
    states: {
      ...{ what: 'approval', owner, token, isTrue, spender: stranger(isTrue ? spender : spender + 2) },
      ...{ of: kind, tokenId, value: value < most ? value : most },
    },
  });
}

export function control(
  { wallet, part, to, isSilent }: ControlHappening,
  { rowOf, chainOf, counts }: World,
): void {
  const row = rowOf(wallet);
  const owner = row.wallet;
  const isDelegation = part === 'delegation';
  // A contract can't delegate itself, and an account is no Safe.
  if (isDelegation === (row.isSafe ?? false)) return;
  counts.add(isDelegation ? 'chain: delegations' : `chain: changes of a Safe's ${part.split(' ')[0]}`);
  chainOf(row).mine([], {
    sent: callOf(isDelegation ? owner : stranger(0), owner),
    states: { what: 'control', owner, part, to, isSilent },
  });
}
