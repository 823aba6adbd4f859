import type { DigestTotal } from './alert.ts';

type Moved = Pick<DigestTotal, 'direction' | 'value' | 'token'>;

const newWallet =
  "Then someone else has the wallet's key or an approval to spend: move what is left to a new wallet.";

/**
 * What it means when nobody of the readers sent what went out, and what to do; nothing where nothing went out. A
 * verified token is sent by the wallet's key, or by a contract that was given an approval. A token that is not verified
 * can write any transfer it likes, and everybody can write one of nothing into any wallet's history.
 * @param sent in the words of the question, `this`
 */
export function ifNobodySent(moved: readonly Moved[], sent: string): string[] {
  const out = moved.filter(({ direction }) => direction === 'out');
  const some = out.filter(({ value }) => value !== '0');
  const question = `Nobody of you sent ${sent}?`;
  if (some.some(({ token }) => token.verified === true)) return [question, newWallet, ''];
  if (some.length > 0)
    return [
      question,
      'Maybe a contract made it up: the API has not verified its token.',
      'Is a verified token gone too?',
      newWallet,
      '',
    ];
  if (out.length > 0)
    return [
      question,
      'Anyone can write a transfer of nothing: it takes no key, and nothing is lost.',
      'Do not copy an address from it.',
      '',
    ];
  return [];
}
