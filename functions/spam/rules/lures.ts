import { rule, textRule } from '../rule.ts';

/** A digit for a letter inside a word: cl4im, airdr0p, v1sit. */
const a = '[a4@]';
const e = '[e3]';
const i = '[i1l!]';
const o = '[o0]';
const s = '[s5$]';

const claim = `c[l1i]${a}${i}m`;
const visit = `v${i}?${s}${i}t`;
const reward = `r${e}w${a}rd${s}?`;
const airdrop = `${a}${i}r[\\s_-]?dr${o}p`;

/** In TokenText.lower: a verb with its continuation, or one that is no token's name. Nouns are in giftsInEnglish. */
const ordersInEnglish = new RegExp(
  [
    `\\b(?:${visit}|${claim}|redeem|collect|withdraw)\\b`,
    '\\b(?:access|activate|request|check|use|open|unlock)\\b.*\\b(?:to|on|here|your|link|now|at|just|rewards)\\b',
    '\\b(?:swap|bridge|exchange|convert|migrate|upgrade|verify|connect)\\b.*\\b(?:your|now|on|for|within|at|to)\\b',
    '\\b(?:get|earn|receive|grab|join|check|play|trade)\\s+(?:your|at|on|it|free|the|now|more|\\$?\\w+\\s+(?:at|on|from|rewards?)\\b|\\$)',
    '\\bgo\\s+(?:to|buy)\\b|\\bbuy\\s+(?:now|at|on|here)\\b|\\bclick\\b|\\bscan\\s+(?:me|the|this|qr|to)\\b|\\bsign\\s*up\\b|\\blog\\s*in\\b',
    '\\bsend\\s+(?:any|me|us|your|eth|back|to)\\b',
    "\\byou(?:r|'ve|\\s+have|\\s+are|\\s+got|\\s+won|\\s+win|\\s+were|\\s+received|\\s+can|\\s+will)?\\b.*\\b(?:won|eligible|selected|chosen|received?|wallet|funds|claim|prize|winner|gift|token|lucky|account)\\b",
    '\\b(?:you|u)\\s+(?:have\\s+|just\\s+|randomly\\s+)?(?:won|got|received)\\b',
    '\\beligib(?:le|ility)\\b|\\bcongrat(?:s|ulations?)\\b|\\binvited?\\b|\\binvite\\s+link|\\bofficial\\s+(?:link|site|website|airdrop)\\b|\\blink\\s*:|\\bswap\\s+on\\b',
    '\\b(?:hurry|urgent|expires?|last\\s+chance|limited\\s+time|act\\s+now|don.?t\\s+miss|ends?\\s+(?:soon|today)|until\\s+\\d)',
  ].join('|'),
);

const giftsInEnglish = new RegExp(
  `\\b(?:${airdrop}s?(?:\\(s\\))?|${reward}|[vw]ouchers?|bonus(?:es)?|gifts?|give[\\s-]?aways?|prizes?|winners?|raffles?|lott?er(?:y|ies)|jackpots?|(?:free|fr33)(?!dom)|coupons?|tickets?|myster(?:y|ies)\\s*box(?:es)?|(?:loot|gift|reward)\\s*box(?:es)?|pre-?sale|congrat(?:s|ulations)|whitelist(?:ed)?|promo(?:tion)?|distribution|compensation|refund|cash\\s?back|invitation|dividends?|claim(?:s|ed|able|ing|er|ers)|(?:to|and)\\s+claim|claim\\s+(?:now|your|at|on|here|window|portal)|your\\s+(?:\\w+\\s+)?(?:wallets?|accounts?|assets|funds|tokens?|coins?))\\b`,
);

const giveawaysInEnglish = new RegExp(
  `\\b(?:${airdrop}s?(?:\\(s\\))?|give[\\s-]?aways?|raffles?|(?:gift|reward)\\s*box(?:es)?|congrat(?:s|ulations)|free\\s+mint)\\b`,
);

const giveawaysInOtherLanguages = /空投|中奖|中獎|エアドロップ|에어드(?:랍|롭)|аирдроп|эирдроп|розыгрыш/u;

/** Long enough to be searched inside a domain's label (stakeclaim.net, pepedrop.com). */
const giftsInsideWords =
  /claim|air-?drop|rewards?|bonus|give-?away|voucher|gift|raffle|jackpot|dividend|presale|lottery|drops?\b|free-?(?:token|nft|eth|coin)|event\d*\./;

/** In TokenText.shown in lower case. \b knows ASCII words only, so the boundaries are spelt out. */
const ordersInOtherLanguages = new RegExp(
  [
    '领取|領取|打开|打開|下载|下載|点击|點擊|访问|訪問|登录|登錄|兑换|兌換|联系|聯繫|注册|註冊|加入|进群|进入|扫码|掃碼|恭喜',
    '受け取|アクセス|クリック|登録|받으세요|받기|클릭|방문|접속|청구|احصل|استلم|प्राप्त कर',
    '(?<!\\p{L})(?:получи(?:ть|те)?|забери(?:те)?|забрать|перейди(?:те)?|посети(?:те)?|активируй(?:те)?|заходи(?:те)?|жми(?:те)?|отримай(?:те)?)(?!\\p{L})',
    '(?<!\\p{L})(?:reclam[aeo]r?|obtén|obtener|ganhe|gagnez|ottieni|reclame|visit(?:a|e|ar|ez|are)|resgat[ae]r?|canje[ae]r?|réclamez|réclamer|récupérez|obtenez|cliquez|recoge|ritira|odbierz|abholen|einlösen|besuchen?|richiedi|riscatta|talep|ziyaret|tıkla|nhận|truy\\s+cập|klaim|kunjungi|dapatkan)(?!\\p{L})',
  ].join('|'),
  'u',
);

const giftsInOtherLanguages = new RegExp(
  [
    '空投|奖励|獎勵|免费|免費|赠送|贈送|福利|红包|紅包|中奖|中獎|奖金|獎金|优惠|官网|官網|礼物|礼品',
    'エアドロップ|おめでとう|当選|報酬|無料|プレゼント|賞金|에어드(?:랍|롭)|보상|축하|무료|상금|이벤트|مبروك|مكافأة|جائزة|مجان|รางวัล|แจกฟรี|แอร์ดรอป|इनाम|मुफ्त',
    '(?<!\\p{L})(?:аирдроп|эирдроп|наград[аыу]?|бесплатно|бонус|подарок|приз|раздача|выигрыш|поздравля(?:ем|ю)|нагород[ауи])(?!\\p{L})',
    '(?<!\\p{L})(?:gratis|felicidades|parabéns|félicitations|glückwunsch|congratulazioni|tebrikler|chúc\\s+mừng|selamat|bonos?|bônus|recompensas?|regalos?|premios?|prêmios?|grátis|brindes?|cadeaux?|gratuit|récompenses?|gutschein|geschenk|belohnung|kostenlos|prämie|omaggio|ricompensa|ödül\\p{L}*|bedava|hediye|ücretsiz|thưởng|miễn\\s+phí|hadiah|bonusy|nagrod[aęy]|odměn[ay]|beloning|belöning)(?!\\p{L})',
  ].join('|'),
  'u',
);

/** A second sign is needed: a token called "Claim" may be honest. Words by Forta's and Leather's filters and wallet vendors. */
export const callToAction = textRule(
  'call-to-action',
  'Its name or symbol tells you to do something, such as visit or claim. Do not follow it.',
  ({ lower, shown }) => ordersInEnglish.test(lower) || ordersInOtherLanguages.test(shown.toLowerCase()),
);

/** Also inside a domain (aliclaim.com). Honest reward tokens use such words too: a second sign is needed. */
export const lureWords = rule(
  'lure-words',
  'Its name or symbol promises something for nothing. Do not try to collect it: that is how wallets are emptied.',
  ({ name, symbol, sitesInName, sitesInSymbol }) =>
    [name, symbol].some(
      ({ lower, shown }) => giftsInEnglish.test(lower) || giftsInOtherLanguages.test(shown.toLowerCase()),
    ) || [...sitesInName, ...sitesInSymbol].some((host) => giftsInsideWords.test(host)),
);

/** No honest token of the development set's 1,494 has such a name. `lure-words` finds these words too: only both rules together decide. */
export const giveaway = textRule(
  'giveaway',
  'Its name or symbol announces a giveaway. Real ones need no such token: do not take part.',
  ({ lower, shown }) => giveawaysInEnglish.test(lower) || giveawaysInOtherLanguages.test(shown.toLowerCase()),
);

const money = /[$€£＄]\s?\d[\d.,]*\s?k?\b|(?<![\w.])\d[\d.,]*k?\s?[$€£＄]/;
/** Three digits and more of a coin: pool names carry weights of two ("80 BAL 20 WETH"). */
const coins = /(?<![\w.-])\d[\d.,]{2,}k?\s?(?:usd[tc]?|eth|btc|bnb|sol|op|arb|dai|busd|matic|pol|shib|trx)\b/;

/** The worth that the token pretends to have (Forta: "an alleged price"). */
export const promisedAmount = textRule(
  'promised-amount',
  'Its name or symbol names a sum of money. It is not worth that: do not try to exchange it.',
  ({ lower }) => money.test(lower) || coins.test(lower),
);

const sum = /^\W*(?:[$€£]\s?\d[\d.,]{3,}k?|\d[\d.,]{2,}k?\s?(?:[$€£]|usd[tc]?))\W*$/;
const wordsOfASentence = 4;
/** Boxed letters (🅰) are signs to Unicode. */
const letter = /[\p{L}\p{N}\u{1f150}-\u{1f1ff}]/u;

/** A symbol of four words, of two with an offer ("Loyalty Rewards"), or a mere sum ("$5000"). A sign is no word: "SLP YFI + WBTC". */
export const sentenceAsSymbol = rule(
  'sentence-as-symbol',
  'Its symbol is a whole message. It is an advertisement or a trick: do not act on it.',
  ({ symbol: { shown, plain, lower } }) => {
    const words = shown.split(/\s+/).filter((word) => letter.test(word)).length;
    const isOffer =
      words > 1 && [ordersInEnglish, giftsInEnglish, money, coins].some((offer) => offer.test(lower));
    return sum.test(lower) || ((isOffer || words >= wordsOfASentence) && /[a-z]{3}/i.test(plain));
  },
);

const order =
  /^\W*(?:please\s+)?(?:(?:claim|visit|redeem)\W*$|(?:claim|visit|redeem|buy|get|join|open|swap|send|access|earn|check)\s+\S)/;

export const orderAsSymbol = rule(
  'order-as-symbol',
  'Its symbol is an order to you, not the name of a coin. Do not follow it.',
  ({ symbol }) => order.test(symbol.lower),
);
