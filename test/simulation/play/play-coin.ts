import { ether } from '../chain/sim-tokens.ts';
import type { CoinHappening } from '../story/happenings.ts';
import { rowOf, type StoryRow } from '../story/story.ts';
import type { World } from '../world.ts';
import { stranger } from './play-transfers.ts';

/** Above all that a wallet pays in fees in a block: a smaller loss that no transaction shows is taken for one. */
const aboveFees = 1_000_000_000n;
/** The other side of what a contract moves: nobody names it. */
const nobody = '';

export function moveCoin(
  { wallet, how, value }: CoinHappening,
  rows: readonly StoryRow[],
  { chainOf, counts }: World,
): void {
  const row = rowOf(rows, wallet);
  const chain = chainOf(row);
  const own = row.wallet;
  const other = stranger(Number(value % 6n));
  const move = (from: string, to: string, moved = value) => ({
    ...{ token: ether, from, to, value: moved },
    ...{ receiverHidden: false, unreadableUntil: 0, numberWrongUntil: 0 },
  });
  const send = (from: string, to: string) =>
    chain.mine([move(from, to)], { sent: { from, to, value, failed: false } });
  counts.add(`chain: coin, ${how}`);
  switch (how) {
    case 'in':
      send(other, own);
      return;
    case 'out':
      send(own, other);
      return;
    case 'self':
      send(own, own);
      return;
    case 'to another row':
      send(own, rowOf(rows, wallet + 1).wallet);
      return;
    case 'fails':
      chain.mine([], { sent: { from: own, to: other, value, failed: true } });
      return;
    case 'a contract pays':
      chain.mineUnseen(move(nobody, own, value + aboveFees));
      return;
    case 'a contract takes':
      chain.mineUnseen(move(own, nobody, value + aboveFees));
  }
}
