import * as z from 'zod';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { RowUnreadable, type WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** What the page's form sends: the row as typed, empty fields left out. */
const typedRow = z.strictObject({
  wallet: z.string().max(100),
  chain: z.string().max(100),
  label: z.string().max(200).optional(),
  direction: z.string().max(20).optional(),
  minAmount: z.string().max(100).optional(),
  spam: z.string().max(20).optional(),
});

/** What the page calls its fields; whoever fills them in need not know the row's names. */
export const fieldLabels: Readonly<Record<string, string>> = {
  wallet: 'Wallet',
  chain: 'Chain',
  label: 'Label',
  direction: 'Direction',
  minAmount: 'Smallest amount',
  spam: 'Spam',
};

/** The answer to the form: a sentence, and the field at fault where there is one. */
export interface FormReply {
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
}

/**
 * Puts a wallet on the Watchlist from what the form sent.
 * @param add false where the wallet has a row already
 * @param addedNote what is answered when it is added
 */
export async function addWallet(
  sent: unknown,
  add: (row: WatchlistRow) => Promise<boolean>,
  addedNote: string,
): Promise<FormReply> {
  const { data: typed } = typedRow.safeParse(sent);
  if (typed === undefined) return { status: 400, message: 'This is not what the form sends.', field: null };
  try {
    const { wallet, chain } = readRow(typed);
    if (await add({ ...typed, wallet, chain: chain.name }))
      return { status: 201, message: addedNote, field: null };
    return { status: 409, message: `${wallet} is watched on ${chain.name} already.`, field: 'wallet' };
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    // The reader's sentence begins with the row's name for the field.
    const { attribute, message } = error;
    const label = fieldLabels[attribute] ?? attribute;
    return {
      status: 400,
      message: message.replace(new RegExp(`^${attribute}(?=:)`), label),
      field: attribute,
    };
  }
}
