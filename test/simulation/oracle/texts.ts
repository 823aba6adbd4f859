import type { WalletAlert } from '../../../functions/alert/alert.ts';
import type { Forms } from '../aws/topics.ts';
import { chainProfiles, onChain } from '../chain/chain-profiles.ts';
import { usdc, usdt, wbtc, weth } from '../chain/sim-tokens.ts';

const smsLength = 140;
const subjectLength = 100;
/** Letters of both ASCII and the basic table of GSM-7. */
const smsLetters = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?_]*$/;
const subjectLetters = /^[\x20-\x7e]*$/;
/** Letters that are in ASCII and in the basic table of GSM-7. */
const leastOfLabel = 5;
/** Letters of a wallet's label that always stay; the rest may be cut if there is no room. */
const wholeDigits = 15;

const money = [usdc, usdt, weth, wbtc];
const genuine = new Set(
  Object.values(chainProfiles).flatMap((chain) => money.map((token) => onChain(token, chain).address)),
);

/** Compares an alert's text on a phone with its JSON: length and letters, amount, symbol, wallet, and no false money. */
export function judgeTexts(
  alert: WalletAlert,
  { sms, subject }: Pick<Forms, 'sms' | 'subject'>,
  complain: (complaint: string) => void,
): void {
  if (sms.length > smsLength || !smsLetters.test(sms)) complain(`an SMS does not fit a phone: ${sms}`);
  if (subject.length > subjectLength || !subjectLetters.test(subject) || subject === '')
    complain(`a subject does not fit a mail: ${subject}`);
  if (!isNamed(alert, sms, 'short')) complain(`an SMS does not name its wallet: ${sms}`);
  if (!isNamed(alert, subject, 'end')) complain(`a subject does not name its wallet: ${subject}`);
  for (const text of [sms, subject]) {
    for (const lie of falseMoney(alert, text))
      complain(`a text shows ${lie} bare that is not the known one: ${text}`);
    if (!('transfer' in alert) || alert.type === 'wallet.poisoning') continue;
    const { amount, token, tokenId } = alert.transfer;
    // A single piece is named by its number.
    const whole = tokenId !== null && amount === '1' ? tokenId : (amount?.split('.')[0] ?? '');
    const isSaid = text.includes(grouped(whole)) || text.includes(whole);
    if (whole.length <= wholeDigits && !isSaid) complain(`a text does not say ${amount}: ${text}`);
    if (genuine.has(String(token.address)) && !text.includes(token.symbol ?? ''))
      complain(`a text does not say ${token.symbol}: ${text}`);
  }
}

/** Whether the text names the wallet: by its label, or by its address in short form, or at least by the address's end. */
function isNamed({ wallet }: WalletAlert, text: string, least: 'short' | 'end'): boolean {
  const { label, address } = wallet;
  if (label !== null) return text.includes(label.slice(0, leastOfLabel));
  const shown = text.toLowerCase();
  const end = address.slice(-4);
  return (
    shown.includes(`${address.slice(0, 6)}...${end}`) || (least === 'end' && shown.includes(`0x..${end}`))
  );
}

/** Symbols of known money that a text shows unmarked, although nothing in the alert is that money. */
function falseMoney(alert: WalletAlert, text: string): string[] {
  const tokens = tokensOf(alert);
  const unmarked = text.replace(/\S+ \(not the known [^)]*\)|not the known \S+/g, '');
  return money
    .map(({ symbol }) => symbol)
    .filter((symbol) => {
      // A word may also begin after a lower-case letter.
      const bare = new RegExp(`(?<![A-Z0-9])${symbol}(?![A-Za-z0-9])`);
      const isThere = tokens.some((token) => token.symbol === symbol && genuine.has(String(token.address)));
      return !isThere && bare.test(unmarked);
    });
}

function tokensOf(alert: WalletAlert): { readonly address: string | null; readonly symbol: string | null }[] {
  if (alert.type === 'transfers.digest') return alert.digest.totals.map(({ token }) => token);
  if ('approval' in alert) return [alert.approval.token];
  return 'transfer' in alert ? [alert.transfer.token] : [];
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
