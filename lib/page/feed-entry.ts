import type { Alert } from '../../functions/alert/alert.ts';
import { lookalikeIn } from '../../functions/alert/text/imitation-texts.ts';
import { smsText, subjectText } from '../../functions/alert/text/sms-and-subject.ts';
import { alertForms, type MessageForms, operationsForms } from './forms.ts';
import { type News, type RemarkNews, reasonsOf } from './news.ts';
import { operationsWords } from './operations-words.ts';

/** What the "not spam" button of a hidden transfer sends back. */
export interface HiddenToken {
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
  /** From another run. */
  readonly earlier: boolean;
  /** ISO time. */
  readonly at: string;
  /** As a phone shows it. */
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
  earlier: false,
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
      const { type, detectedAt: at } = alert;
      const text = news.sms ?? smsText(alert);
      return { ...empty, kind, type, at, text, reasons: reasonsOf(alert), forms: alertForms(news) };
    }
    case 'hidden':
    case 'filtered': {
      const { alert, filter } = news;
      const { type, detectedAt: at } = alert;
      // Of what the filters leave out no trust in its token tells more.
      const hidden = kind === 'hidden' ? hiddenToken(alert) : null;
      const reasons = filter === undefined ? reasonsOf(alert) : [filter];
      const said = { text: subjectText(alert), reasons, hidden };
      return { ...empty, kind, type, at, ...said, forms: { json: alert } };
    }
    case 'operations': {
      const { message } = news;
      return { ...empty, kind, ...operationsWords(news), at: message.at, forms: operationsForms(news) };
    }
    case 'remark':
      return { ...empty, title: 'Chainbell', ...news };
  }
}

/** An imitating address is no matter of its token: trusting that one would tell of real money less safely, not more. */
function hiddenToken(alert: Alert): HiddenToken | null {
  if (!('transfer' in alert || 'approval' in alert)) return null;
  if ('transfer' in alert && lookalikeIn(alert) !== null) return null;
  const { wallet } = alert;
  const { address: token } = ('transfer' in alert ? alert.transfer : alert.approval).token;
  return token === null ? null : { wallet: wallet.address, chain: wallet.chain, token };
}
