import type { Alert, AlertToken, Severity } from '../../functions/alert/alert.ts';
import { lookalikeIn } from '../../functions/alert/text/imitation-texts.ts';
import { worthText } from '../../functions/alert/text/parts/shown-amount.ts';
import { asShown, isUnverified } from '../../functions/alert/text/parts/shown-reasons.ts';
import { sentence, smsText } from '../../functions/alert/text/sentence.ts';
import { emailStyle } from '../../functions/alert/text/style.ts';
import { alertForms, type MessageForms, operationsForms } from './forms.ts';
import { type News, operationsWords, type RemarkNews, reasonsOf } from './news.ts';

export interface FeedEntry {
  readonly kind: News['kind'];
  /** Decides colours, sign and heading; null: `title` is set. */
  readonly type: string | null;
  readonly title: string | null;
  readonly look: RemarkNews['look'] | null;
  readonly about: string | null;
  readonly api: RemarkNews['api'];
  /** Of alerts; null for all else. */
  readonly severity: Severity | null;
  /** Its token is unverified or likely spam, so it shows no income. */
  readonly doubtful: boolean;
  /** US dollars; null if unknown, or the amount says it. */
  readonly worth: string | null;
  /** ISO time. */
  readonly at: string;
  /** One sentence, without the reasons. */
  readonly text: string;
  readonly reasons: readonly string[];
  /** The token that the "not spam" button sends back. Null if the transfer is not hidden, or no token is the cause. */
  readonly hidden: ReturnType<typeof hiddenToken>;
  /** As subscribers get it; of hidden and filtered transfers only JSON. */
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
      // Trusting the token changes nothing for filtered transfers.
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

/** Characters, with room for the exact amount and the reader's names. */
const textLength = 280;

function saidOf(alert: Alert): Pick<FeedEntry, 'text' | 'reasons' | 'doubtful' | 'worth'> {
  if (alert.type === 'summary')
    return { text: smsText(alert), reasons: reasonsOf(alert), doubtful: false, worth: null };
  const token = tokenOf(alert);
  const unverified = token !== null && isUnverified(token, alert);
  const limits = unverified ? ({ amount: 'short' } as const) : {};
  return {
    text: sentence(alert, emailStyle, textLength, 'short', limits),
    reasons: reasonsOf(alert),
    doubtful: unverified || alert.verdict?.spam === true,
    worth: 'transfer' in alert ? worthText(alert.transfer) : null,
  };
}

/** Null if there are many or none. */
function tokenOf(alert: Alert): AlertToken | null {
  if ('transfer' in alert) return alert.transfer.token;
  return 'approval' in alert ? alert.approval.token : null;
}

/** An imitating address is not its token's fault. */
function hiddenToken(alert: Alert) {
  if ('transfer' in alert && lookalikeIn(alert) !== null) return null;
  const token = tokenOf(alert)?.address ?? null;
  if (alert.wallet === null || token === null) return null;
  return { wallet: alert.wallet.address, chain: alert.wallet.chain, token };
}
