import { foldText } from '../../../spam/text/confusables.ts';

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

/** x10, and letters that pass for the next three digits: 1 OOO. */
const goesOn = /^(?:x\p{N}|o+(?![\p{L}\p{N}]))/iu;
const firstRun = /^[\p{L}\p{M}\p{N}]+/u;
const turn = /(?<=\p{Ll})(?=\p{Lu})/u;

/**
 * Whether a name after a number reads as another amount: `50,000 million`, `k`, `USD`. The first word decides, or its part up to a
 * capital (`MillionUSDC`). One letter must be the whole word, because `tBTC` and `mUSD` are names.
 */
export function readsAsAmount(name: string): boolean {
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
