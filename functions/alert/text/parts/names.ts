import { isGenuine } from '../../../chain/genuine-tokens.ts';
import { hourMs } from '../../../runtime/clock.ts';
import { isMoneyOf, moneyIn } from '../../../spam/money-in.ts';
import { foldText } from '../../../spam/text/confusables.ts';
import { lasted } from '../../../text/phrases.ts';
import type { AlertToken, AlertTransfer, DigestTotal, WalletAlert } from '../../alert.ts';
import { aboutUnits, addressAlone, type TextLimits } from '../limits.ts';
import { shorten, type TextStyle } from '../style.ts';
import { writeAmount } from './shown-amount.ts';
import { isUnverified } from './shown-reasons.ts';

type About = Pick<WalletAlert, 'wallet'>;
type Named = Pick<AlertToken, 'address' | 'verified'>;

export function walletName({ label, address }: WalletAlert['wallet'], style: TextStyle): string {
  return (label && style.ownText(label)) || style.address(address);
}

/** The length of `0x..6045`. A subject of 100 characters always has room for it. */
const addressEnd = 8;

/** An address is cut to `0x..6045` at most, because anything shorter identifies no wallet. */
export function walletWithin(wallet: WalletAlert['wallet'], style: TextStyle, maxLength: number): string {
  const name = walletName(wallet, style);
  if (name !== style.address(wallet.address)) return shorten(name, maxLength);
  return maxLength > addressEnd ? name : `0x..${name.slice(-4)}`;
}

/** `Treasury on eth`, or the name only. */
export function walletOnChain(wallet: WalletAlert['wallet'], style: TextStyle, limits: TextLimits): string {
  return walletWithin(wallet, style, limits.wallet) + onChain(wallet, limits);
}

export function onChain(wallet: WalletAlert['wallet'], limits: Pick<TextLimits, 'chain'>): string {
  return limits.chain ? ` on ${chainName(wallet)}` : '';
}

/** No EVM chain has an earlier block. An earlier time, such as 1970, is wrong, and the text gives no age. */
const firstBlock = Date.parse('2015-07-30');

/** ` 3 days ago`, so that an alert after an outage does not read like news. On an ordinary day a digest waits for an hour. */
export function longAgo(
  minedAt: string | null,
  { type, detectedAt }: WalletAlert,
  { ago }: TextLimits,
): string {
  const mined = Date.parse(minedAt ?? detectedAt);
  const age = mined < firstBlock ? 0 : Date.parse(detectedAt) - mined;
  return ago && age > (type === 'transfers.digest' ? 2 * hourMs : hourMs) ? ` ${lasted(age)} ago` : '';
}

/** `eth`, or `chain 0x7a69`: a bare hex id says nothing to people. */
export function chainName({ chain, chainId }: WalletAlert['wallet']): string {
  return chain === chainId ? `chain ${chain}` : chain;
}

/** The symbol, else the name, else the address, in at most `room` characters, and its mark. @param isOne for a nameless coin */
export function tokenName(token: AlertToken, about: About, style: TextStyle, room = 100, isOne = false) {
  const name =
    creatorName(token.symbol, token, about, style, room) ??
    creatorName(token.name, token, about, style, room);
  if (name !== null) return name;
  if (token.address !== null) {
    const end = `..${token.address.slice(-4)}`;
    const names = [`token ${style.address(token.address)}`, `token ${end}`, `0x${end}`];
    return names.find(({ length }) => length <= room) ?? end;
  }
  // Only the coin of an unknown chain has neither name nor address.
  const coins = isOne ? 'coin' : 'coins';
  return room < 'native coins'.length ? coins : `native ${coins}`;
}

/** Begins with a letter or a picture, but not like a number's exponent (`e5`). */
const beginsAsName = /^(?!e[+-]?\p{N})[\p{L}\p{So}]/iu;
/** Characters of names that could pass for our own words, or that close our quotes and brackets. */
const standsOut = /[ "()]/;

/**
 * Formats a creator's name, with its mark, for a sentence of ours. Null if the style can show no part of the name. Quotes a name that
 * could pass for our own words, or that would change the number before it (`million`).
 * @param room without the mark
 */
function creatorName(name: string | null, token: Named, about: About, style: TextStyle, room = 100) {
  const text = name && style.creatorText(name);
  if (!text) return null;
  // A Cyrillic o turns `million` into `milli?n` in an SMS, and people still read a number.
  const isPlain = isNameAlone(text) && !readsAsAmount(name);
  const shown = isPlain ? shorten(text, room) : `"${shorten(text.replaceAll('"', "'"), room - 2)}"`;
  return withMark(shown, name, token, about);
}

/**
 * Adds a mark to a copied name: `USDC (not the known USDC)`. The name is judged as written and as shown; the mark is never shortened or
 * quoted. A verified contract may be a bridge's token: it gets a mark only if our list has all contracts of exactly its symbol.
 * @param shown the name as the style writes it, cut to its room
 */
export function withMark(shown: string, written: string, token: Named, about: About) {
  const { chainId } = about.wallet;
  const mayBeBridged = token.verified === true && !isMoneyOf(chainId, written);
  if (isGenuine(chainId, token.address) || mayBeBridged) return shown;
  const money = moneyIn(shown) ?? moneyIn(written);
  return money === null ? shown : `${shown} (not the known ${money})`;
}

/** Whether the name reads neither as our own words nor as a part of the number before it. */
function isNameAlone(text: string): boolean {
  return !readsAsAmount(text) && !standsOut.test(text) && beginsAsName.test(text.normalize('NFKC'));
}

/** An id may have 78 digits: its first and last ones identify it. */
const maxOfId = 12;

/** `Punk #7804`, `3 of Relic #12` */
function whichPiece({ kind, amount, tokenId }: Pieces, name: string, number: string): string {
  const id = tokenId ?? '';
  const shown = id.length <= maxOfId ? id : `${id.slice(0, 4)}...${id.slice(-4)}`;
  return kind === 'erc721' || amount === '1' ? `${name} #${shown}` : `${number} of ${name} #${shown}`;
}

type Pieces = Pick<AlertTransfer, 'kind' | 'amount' | 'tokenId'>;

/** `12,500.5 USDC`, `50 PAXG (unverified)`, or `12,500,500,000 units of USDC (smallest units, decimals unknown)`. */
export function howMuch(
  moved: Pick<DigestTotal, 'amount' | 'value' | 'token'> & Partial<Pieces>,
  alert: WalletAlert,
  style: TextStyle,
  limits: Pick<TextLimits, 'amount' | 'token' | 'units'>,
): string {
  const { amount, value, token, kind, tokenId } = moved;
  const number = writeAmount(amount ?? value, limits.amount);
  const name = tokenName(token, alert, style, limits.token, amount === '1');
  const mark = isUnverified(token, alert) ? ' (unverified)' : '';
  if (kind !== undefined && tokenId != null)
    return `${whichPiece({ kind, amount, tokenId }, name, number)}${mark}`;
  return amount === null
    ? `${number} ${unitsOf(value)} of ${name}${mark}${aboutUnits[limits.units]}`
    : `${number} ${name}${mark}`;
}

/**
 * The owner's name of the other side's address, else the API's label with the address. Null if unknown or the wallet itself. An
 * unverified token can name anyone as the other side, so its address stands alone. @param room of the label
 */
export function otherName(transfer: AlertTransfer, alert: WalletAlert, style: TextStyle, room = 100) {
  const { direction, from, to, token } = transfer;
  if (direction === 'self') return null;
  const { address, label, contact } = direction === 'in' ? from : to;
  const short = address && style.address(address);
  if (isUnverified(token, alert)) return short;
  const given = contactName(contact, style, Math.max(room, addressAlone));
  if (given !== null) return given;
  const name = room <= addressAlone ? null : quotedLabel(label, style, room);
  return name && short ? `${name} (${short})` : (name ?? short);
}

/** The reader chose this name, so texts show it without quotes. */
export function contactName(contact: string | null, style: TextStyle, room = 64): string | null {
  const text = contact && style.ownText(contact);
  return text ? shorten(text, room) : null;
}

/** Quoted, because the API wrote it. */
export function quotedLabel(label: string | null, style: TextStyle, room = 100): string | null {
  const text = label && style.text(label);
  return text ? `"${shorten(text.replaceAll('"', "'"), room)}"` : null;
}

/** The word after a number of base units: `1 unit`, `7 units`. */
export function unitsOf(value: string): string {
  return value === '1' ? 'unit' : 'units';
}

/** Words that belong to an amount, in the singular. */
const amountWords: ReadonlySet<string> = new Set(
  [
    'k kk m mm mn mln mio mil b bn bln bil t tn trn tln mrd mld cr lac wan',
    'dozen hundred grand thousand lakh crore million milliard billion trillion quadrillion quintillion',
    'tsd tausend millionen milliarden mille millier millione milioni miliardi millón millone milhão milhõe bilhão bilhõe',
    'miljoen miljard duizend tusen tusind tusinde miljon miljoner miljarder millioner milliarder tuhat tuhatta miljoona miljoonaa miljardi',
    'mile mila milione miliardo millardo mii mie milioane miliarde ezer millió milliárd milyon milyar bin juta ribu miliar triliun',
    'tysiąc tysiące tysięcy tys milion miliony milionów miliard miliardy tisíc milión miliónů milionů miliarda milijun milijuna tisuća',
    'тыс тысяча тысяч тысячи млн миллион миллиона миллионов млрд миллиард миллиарда миллиардов трлн мільйон мільйонів хиляди милиона',
    'triệu nghìn ngàn tỷ χιλιάδες εκατομμύριο εκατομμύρια מיליון אלף מיליארד مليون مليار ألف लाख करोड़ हज़ार พัน หมื่น แสน ล้าน',
    '十 百 千 万 萬 亿 億 兆 十万 百万 千万 十萬 百萬 千萬 十亿 백 천 만 억 조 백만 천만 만원 억원 万元 亿元 万円 億円 千円',
    'percent pct promille bps ppm times unit',
    'dollar buck euro pound quid sterling yen yuan rmb rupee franc franken won ruble rouble peso real lira krona krone zloty cent penny pence',
    'forint koruna lev leu dinar dirham riyal shekel baht dong rupiah ringgit 元 円 원 美元 欧元 ドル ユーロ 달러 유로 доллар долларов евро рублей',
  ].flatMap((line) => line.split(' ')),
);

/** The set is made at its first use, because a cold start would wait for it. */
let currencies: ReadonlySet<string> | null = null;

/** What makes a number before it larger: x10, or letters that look like zeros (1 OOO). */
const goesOn = /^(?:x\p{N}|o+(?![\p{L}\p{N}]))/iu;
const firstRun = /^[\p{L}\p{M}\p{N}]+/u;
const turn = /(?<=\p{Ll})(?=\p{Lu})/u;

/**
 * Whether a name after a number reads as another amount: `50,000 million`, `k`, `USD`. The first word decides, or its part up to a
 * capital (`MillionUSDC`). One letter must be the whole word, because `tBTC` and `mUSD` are names.
 */
function readsAsAmount(name: string): boolean {
  const text = name.normalize('NFKC');
  return beginsLikeAmount(text) || (/[^\0-\x7f]/.test(text) && beginsLikeAmount(foldText(text)));
}

function beginsLikeAmount(text: string): boolean {
  if (goesOn.test(text)) return true;
  const [run = ''] = firstRun.exec(text) ?? [];
  const [part = ''] = run.split(turn);
  return isAmountWord(run) || (part.length > 1 && isAmountWord(part)) || isCurrency(run, text);
}

function isAmountWord(word: string): boolean {
  const lower = word.toLowerCase();
  return amountWords.has(lower) || amountWords.has(lower.replace(/s$/, ''));
}

/** ISO 4217. `USD?` comes from a longer word: SMS and subject write ? for letters that they can't show. */
function isCurrency(run: string, text: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return text[run.length] !== '?' && currencies.has(run.toUpperCase());
}
