import * as z from 'zod';
import { parseAddress, shortAddress } from '../../functions/chain/address.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { readRow } from '../../functions/wallet/read-row.ts';
import { RowUnreadable, rowAttributes, type WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { readWatchedWallet, type WatchedWallet } from '../cli/frame/watched-wallet.ts';
import type { OpenStack } from '../cli/stack/open-stack.ts';
import { readOption, Unusable } from '../cli/unusable.ts';
import { outlookOf } from '../cli/watchlist/polled/outlook.ts';
import type { Assignments } from '../cli/watchlist/rows/attributes.ts';
import { namedRow } from '../cli/watchlist/rows/plain-row.ts';
import { addRow, changeRow, removeRow, trustToken } from '../cli/watchlist/rows/row-changes.ts';
import { type WatchlistRows, watchlistRows } from '../cli/watchlist/rows/rows.ts';
import { answerOf, notOfThePage } from './action-reply.ts';

/** Texts as typed; an empty one takes an attribute out. */
const asked = z.strictObject({
  wallet: z.string().max(100),
  chain: z.string().max(100),
  attributes: z.partialRecord(z.enum(rowAttributes), z.string().max(4_000)).default({}),
  token: z.string().max(100).default(''),
});

type Asked = z.infer<typeof asked>;

interface PageWatchlist {
  readonly open: OpenStack;
  readonly addedNote: string | null;
}

type Act = (rows: WatchlistRows, watched: WatchedWallet, asked: Asked & PageWatchlist) => Promise<string>;

/** By the command line's functions; each returns a sentence. */
const acts: Readonly<Record<string, Act>> = {
  async add(rows, watched, { attributes, addedNote, open }) {
    const row = await addRow(rows, watched, assignmentsOf(attributes), false);
    if (row === null) throw new Unusable(`${named(watched)} is watched already.`);
    const said = await outlook(row, open, `${named(watched)} is watched from the next poll on.`);
    return [said, addedNote ?? '', minimumWords(attributes)].filter((part) => part !== '').join(' ');
  },
  async edit(rows, watched, { attributes, open }) {
    const row = await changeRow(rows, watched, assignmentsOf(attributes));
    const said = await outlook(row, open, `${named(watched)} is changed from the next poll on.`);
    return `${said} ${minimumWords(attributes)}`.trim();
  },
  async pause(rows, watched) {
    await changeRow(rows, watched, new Map([['paused', 'true']]));
    return `${named(watched)} is paused. Once resumed, it continues from its stored block, so no transfer is missed.`;
  },
  async resume(rows, watched, { open }) {
    const row = await changeRow(rows, watched, new Map([['paused', null]]));
    return outlook(row, open, `${named(watched)} is polled again, from its stored block.`);
  },
  async remove(rows, watched) {
    return `${shortAddress(watched.wallet)} ${(await removeRow(rows, watched)).fate}`;
  },
  async trust(rows, watched, { token: typed }) {
    const token = readOption(null, () => parseAddress(typed));
    await trustToken(rows, watched, token);
    return `Its token is trusted: later transfers of it are reported. Hidden ones stay hidden.`;
  },
};

/** The good sentence, or the fault that keeps the wallet from being polled as asked. */
async function outlook(row: WatchlistRow, open: OpenStack, good: string): Promise<string> {
  const { isGood, says } = await outlookOf([readRow(row)], open, systemClock);
  return isGood ? good : `${namedRow(row)} is ${says}`;
}

/** Empty without a minimum for every token. */
function minimumWords({ minAmount = '' }: Asked['attributes']): string {
  const minimum = minAmount.trim();
  if (!/^[\d.]*[1-9][\d.]*$/.test(minimum)) return '';
  return `Its smallest amount counts units of every token: ${Number(minimum) / 2} WETH are left out (see Filtered). By token: {"USDC": ${minimum}}.`;
}

export const actionNames = Object.keys(acts);

export async function walletAction(name: string, body: unknown, { open, addedNote }: PageWatchlist) {
  const act = acts[name];
  const { data } = asked.safeParse(body);
  if (act === undefined || data === undefined) return notOfThePage;
  return answerOf(async () => {
    const watched = { ...readWatchedWallet(data.wallet, data.chain), key: data };
    return act(await watchlistRows(open), watched, { ...data, open, addedNote });
  }, fieldAtFault);
}

function assignmentsOf(attributes: Asked['attributes']): Assignments {
  return new Map(
    rowAttributes.flatMap((name) => {
      const text = attributes[name]?.trim();
      return text === undefined ? [] : [[name, text === '' ? null : text] as const];
    }),
  );
}

function fieldAtFault({ message, cause }: Unusable): string {
  if (cause instanceof RowUnreadable) return cause.attribute;
  return message.startsWith('--chain') ? 'chain' : 'wallet';
}

function named({ wallet, chain }: WatchedWallet): string {
  return `${shortAddress(wallet)} on ${chain.name}`;
}
