import type { Alert, AlertToken, Severity } from '../../functions/alert/alert.ts';
import { asShown } from '../../functions/alert/sns-message.ts';
import { lookalikeIn } from '../../functions/alert/text/imitation-texts.ts';
import { isUnverified } from '../../functions/alert/text/parts/unverified.ts';
import { worthText } from '../../functions/alert/text/parts/worth.ts';
import { sentence } from '../../functions/alert/text/sentence.ts';
import { smsText } from '../../functions/alert/text/sms-and-subject.ts';
import { emailStyle } from '../../functions/alert/text/style.ts';
import { alertForms, type MessageForms, operationsForms } from './forms.ts';
import { type News, type RemarkNews, reasonsOf } from './news.ts';
import { operationsWords } from './operations-words.ts';

/** What the "not spam" button of a hidden transfer sends back. */
interface HiddenToken {
  readonly wallet: string;
  readonly chain: string;
  readonly token: string;
}

/** One entry of the page. */
export interface FeedEntry {
  readonly kind: News['kind'];
  /** What kind of alert: colours, signs and a heading follow it. Null for what has a title of its own. */
  readonly type: string | null;
  readonly title: string | null;
  readonly look: RemarkNews['look'] | null;
  /** The row or wallet that an operations message is about. */
  readonly about: string | null;
  /** What a remark says of the API; null: nothing. */
  readonly api: RemarkNews['api'];
  /** Of what was reported: `critical` is loudest on the page. Null for all else. */
  readonly severity: Severity | null;
  /** Nobody vouches for its token, or it is likely spam: what it says came in is no income. */
  readonly doubtful: boolean;
  /** In US dollars; null where that is not surely known, or the amount says it. */
  readonly worth: string | null;
  /** ISO time. */
  readonly at: string;
  /** One sentence, whose spam is marked but not explained: the reasons stand below. */
  readonly text: string;
  /** Why it was hidden or is suspect. */
  readonly reasons: readonly string[];
  /** Null where it is not kept from the reader, or no token is the cause. */
  readonly hidden: HiddenToken | null;
  /** As subscribers get it; of what was hidden or filtered nobody got anything, and the JSON stands alone. */
  readonly forms: MessageForms | { readonly json: unknown } | null;
}

const empty = {
  type: null,
  title: null,
  look: null,
  about: null,
  api: null,
  severity: null,
  doubtful: false,
  worth: null,
  reasons: [],
  hidden: null,
  forms: null,
} as const;

/** News as the page shows it. */
export function feedEntry(news: News): FeedEntry {
  const { kind } = news;
  switch (kind) {
    case 'alert': {
      const { alert } = news;
      const { type, severity, detectedAt: at } = alert;
      return { ...empty, kind, type, severity, at, ...saidOf(asShown(alert)), forms: alertForms(news) };
    }
    case 'hidden':
    case 'filtered': {
      const { alert, filter } = news;
      const { type, detectedAt: at } = alert;
      const said = { ...saidOf(alert), ...(filter === undefined ? {} : { reasons: [filter] }) };
      // Of what the filters leave out no trust in its token tells more.
      const hidden = kind === 'hidden' ? hiddenToken(alert) : null;
      return { ...empty, kind, type, at, ...said, hidden, forms: { json: alert } };
    }
    case 'operations': {
      const { message } = news;
      return { ...empty, kind, ...operationsWords(news), at: message.at, forms: operationsForms(news) };
    }
    case 'remark':
      return { ...empty, title: 'Chainbell', ...news };
  }
}

/** Characters of a card's sentence: the exact amount has room in them, and the names that the reader gave. */
const textLength = 280;

function saidOf(alert: Alert): Pick<FeedEntry, 'text' | 'reasons' | 'doubtful' | 'worth'> {
  if (alert.type === 'summary')
    return { text: smsText(alert), reasons: reasonsOf(alert), doubtful: false, worth: null };
  const token = tokenOf(alert);
  const unverified = token !== null && isUnverified(token, alert);
  // An amount that the maker of a token chose is as long as he likes.
  const limits = unverified ? ({ amount: 'short' } as const) : {};
  return {
    text: sentence(alert, emailStyle, textLength, 'short', limits),
    reasons: reasonsOf(alert),
    doubtful: unverified || alert.verdict?.spam === true,
    worth: 'transfer' in alert ? worthText(alert.transfer) : null,
  };
}

/** The token that it is about; null where there are many or none. */
function tokenOf(alert: Alert): AlertToken | null {
  if ('transfer' in alert) return alert.transfer.token;
  return 'approval' in alert ? alert.approval.token : null;
}

/** An imitating address is no matter of its token: trusting that one would tell of real money less safely, not more. */
function hiddenToken(alert: Alert): HiddenToken | null {
  if ('transfer' in alert && lookalikeIn(alert) !== null) return null;
  const token = tokenOf(alert)?.address ?? null;
  if (alert.wallet === null || token === null) return null;
  return { wallet: alert.wallet.address, chain: alert.wallet.chain, token };
}
