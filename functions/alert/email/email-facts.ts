import { checksumAddress } from '../../chain/address.ts';
import { isGenuine } from '../../spam/protected-tokens.ts';
import type {
  Alert,
  AlertTransfer,
  DigestAlert,
  DigestTotal,
  PoisoningAlert,
  TransferAlert,
  WatchingAlert,
} from '../alert.ts';
import type { FactName } from '../text/fact-names.ts';
import { type ShownToken, withMark } from '../text/mark-copies.ts';
import { creatorName } from '../text/names.ts';
import { amountForms, countOf } from '../text/shown-amount.ts';
import { isPoisoned } from '../text/shown-reasons.ts';
import { emailStyle } from '../text/style.ts';
import type { WatchSetting } from '../watch-settings.ts';
import { lineLength, setIn, wrap } from './wrap.ts';

/**
 * An amount for an email, to the last digit whatever its length: grouped where that fits.
 * @param length of a line
 * @returns one line, or number and unit apart where they do not fit on one; the number itself may be longer
 */
function exactAmount(
  { amount, value, token }: Pick<DigestTotal, 'amount' | 'value'> & { readonly token: ShownToken },
  length: number,
): string[] {
  const name = creatorName(token.symbol, emailStyle, 64);
  const symbol = name === null ? '' : withMark(name, token.symbolCopies);
  const unit = amount === null ? ['units', ...(symbol ? [`of ${symbol}`] : [])].join(' ') : symbol;
  const { grouped, plain } = amountForms(amount ?? value);
  const number = grouped.length <= length ? grouped : plain;
  const line = `${number} ${unit}`.trimEnd();
  return line.length <= length ? [line] : [number, unit].filter((text) => text !== '');
}

/**
 * Every fact of the transfer, one a line, as a phone shows it too: a table needs a font and a width that few have. An
 * address stands in them once.
 * @param lookalike an imitated address among its sides: the text above shows it, so that nobody can copy it
 */
export function transferFacts(
  { id, transfer, wallet, verdict }: Pick<TransferAlert, 'id' | 'transfer' | 'wallet' | 'verdict'>,
  lookalike: PoisoningAlert['lookalike'] | null = null,
): string[] {
  const token: ShownToken = transfer.token;
  const poisoned = isPoisoned(verdict);
  const party = (side: AlertTransfer['from']) => partyOf(side, wallet, { lookalike, poisoned });
  const isSide = [transfer.from, transfer.to].some(({ address }) => address === wallet.address);
  return [
    ...fact('Amount', ...exactAmount(transfer, lineLength - 'Amount: '.length)),
    ...(transfer.amount === null ? [unknownDecimals] : []),
    ...fact('Token', ...others(token.name).map((name) => withMark(name, token.nameCopies))),
    ...fact('Contract', checksumAddress(token.address)),
    ...(token.verified === null
      ? []
      : fact('Verified', token.verified ? 'yes, says the API' : notVerified(transfer, wallet))),
    ...fact('From', ...party(transfer.from)),
    ...(transfer.direction === 'self' ? fact('To', 'itself') : fact('To', ...party(transfer.to))),
    ...(isSide ? [] : walletFact(wallet)),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Time', readableTime(transfer.blockTimestamp)),
    ...fact('Block', countOf(transfer.blockNumber)),
    'Transaction:',
    transfer.transactionHash,
    ...fact('Alert', id),
  ];
}

/** The API's word is not the last one: it verifies nothing on some chains. */
function notVerified({ token }: AlertTransfer, { chainId }: TransferAlert['wallet']): string {
  return isGenuine(chainId, token.address)
    ? "no, says the API; but genuine by Chainbell's own list"
    : 'no, says the API';
}

const unknownDecimals = "Nobody knows this token's decimals: the number counts its smallest units.";

/** The link alone on its line, so that every mail program finds all of it and nothing else. */
export function linkLines(url: string | null): string[] {
  return url === null ? [] : [url, ''];
}

function walletFact({ address, label }: Alert['wallet']): string[] {
  return fact('Wallet', checksumAddress(address), ...others(label));
}

/** What is watched from now on, and as its row asks. */
export function watchingFacts(
  { id, wallet, since, fromBlock }: WatchingAlert,
  settings: readonly WatchSetting[],
): string[] {
  return [
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...fact('Since', readableTime(since)),
    ...(fromBlock === null ? [] : fact('From block', countOf(fromBlock))),
    ...settings.flatMap(({ name, values }) => fact(name, ...values)),
    ...fact('Alert', id),
  ];
}

/** Which transfers a digest is about. */
export function digestFacts({ id, wallet, digest }: DigestAlert): string[] {
  const { fromBlock, toBlock, hidden } = digest;
  return [
    ...walletFact(wallet),
    ...fact('Chain', chainOf(wallet)),
    ...(fromBlock === toBlock
      ? fact('Block', countOf(toBlock))
      : fact('Blocks', `${countOf(fromBlock)} to ${countOf(toBlock)}`)),
    ...(hidden === 0 ? [] : fact('Hidden', `${countOf(hidden)} more as spam; the History table has them`)),
    ...fact('Alert', id),
  ];
}

/** A fact whose values stand under each other, set in, where they don't fit on one line. */
function fact(name: FactName, ...values: string[]): string[] {
  if (values.length === 0) return [];
  const line = `${name}: ${values.join(', ')}`;
  if (line.length <= lineLength) return [line];
  const width = lineLength - name.length - ': '.length;
  return values
    .flatMap((value) => wrap(value, width))
    .map((text, i) => (i === 0 ? `${name}: ${text}` : setIn + text));
}

function others(text: string | null): string[] {
  const safe = text && emailStyle.text(text);
  return safe ? [safe] : [];
}

/** The mark stands before the label: no label that someone made up can say it. */
function partyOf(
  { address, label }: AlertTransfer['from'],
  wallet: Alert['wallet'],
  { lookalike, poisoned }: { lookalike: PoisoningAlert['lookalike'] | null; poisoned: boolean },
): string[] {
  if (address === null) return ['not given by the API', ...others(label)];
  if (address === lookalike?.address) return ['the imitation above', ...others(label)];
  if (address === wallet.address)
    return [`${checksumAddress(address)} (this wallet)`, ...others(wallet.label ?? label)];
  const mark = poisoned ? ' (an imitation, do not copy it)' : '';
  return [checksumAddress(address) + mark, ...others(label)];
}

function chainOf({ chain, chainId }: Alert['wallet']): string {
  return chain === chainId ? chain : `${chain} (${chainId})`;
}

/** Made with the first email: a cold start would wait for it. */
let day: Intl.DateTimeFormat | null = null;

/** `2 January 2026, 03:04:05 UTC` */
function readableTime(iso: string | null): string {
  if (iso === null) return 'not given by the API';
  day ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Date(iso);
  return `${day.format(time)}, ${time.toISOString().slice(11, 19)} UTC`;
}
