import { isVouchedFor } from '../../spam/known-token.ts';
import type { Counterparty, DigestTotal, WalletAlert } from '../alert.ts';

type Moved = Pick<DigestTotal, 'direction' | 'value' | 'token'>;

const tellSigners = 'Not yours? Tell your signers now.';
const newWallet = 'Someone else may have a key or an approval to spend: move what is left to a new wallet.';

/**
 * What to do if no reader sent it; nothing for addresses that the owner knows or the wallet has paid before. A verified or genuine
 * token is sent by the wallet's key or an approved contract; any other can write what transfer it likes.
 */
export function ifNobodySent(
  moved: readonly Moved[],
  alert: Pick<WalletAlert, 'wallet' | 'severity'> & { readonly counterparty?: Counterparty },
): string[] {
  const isToNew = alert.counterparty === undefined ? alert.severity !== 'info' : alert.counterparty === 'new';
  if (!isToNew) return [];
  const { chainId } = alert.wallet;
  const out = moved.filter(({ direction }) => direction === 'out');
  const some = out.filter(({ value }) => value !== '0');
  if (some.some(({ token }) => isVouchedFor(token, chainId))) return [tellSigners, newWallet, ''];
  if (some.length > 0)
    return [
      'Not yours? Maybe a contract made it up: nobody vouches for its token.',
      'But if a token that you know is gone too, tell your signers now.',
      newWallet,
      '',
    ];
  if (out.length > 0)
    return [
      'Not yours? Anyone can write a transfer of nothing: it takes no key, and nothing is lost.',
      'Do not copy an address from it.',
      '',
    ];
  return [];
}
