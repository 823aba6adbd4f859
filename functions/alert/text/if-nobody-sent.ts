import { isVouchedFor } from '../../spam/known-token.ts';
import type { DigestTotal, WalletAlert } from '../alert.ts';

type Moved = Pick<DigestTotal, 'direction' | 'value' | 'token'>;

const newWallet =
  "Someone else has the wallet's key or an approval to spend: move what is left to a new wallet.";

/**
 * What it means when none of the readers sent what went out, and what to do; nothing where nothing went out. A verified
 * or genuine token is sent by the wallet's key, or by a contract that was given an approval. Any other can write what
 * transfer it likes, and everybody can write one of nothing into any wallet's history.
 * @param sent in the words of the condition, `this`
 */
export function ifNobodySent(
  moved: readonly Moved[],
  { chainId }: Pick<WalletAlert['wallet'], 'chainId'>,
  sent: string,
): string[] {
  const out = moved.filter(({ direction }) => direction === 'out');
  const some = out.filter(({ value }) => value !== '0');
  const condition = `If none of you sent ${sent}:`;
  if (some.some(({ token }) => isVouchedFor(token, chainId))) return [condition, newWallet, ''];
  if (some.length > 0)
    return [
      condition,
      'Maybe a contract made it up: nobody vouches for its token.',
      'But if a token that you know is gone too:',
      newWallet,
      '',
    ];
  if (out.length > 0)
    return [
      condition,
      'Anyone can write a transfer of nothing: it takes no key, and nothing is lost.',
      'Do not copy an address from it.',
      '',
    ];
  return [];
}
