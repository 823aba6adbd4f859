import type { Alert, AlertToken } from '../../functions/alert/alert.ts';
import { lookalikeIn } from '../../functions/alert/text/imitation-texts.ts';
import { worthText } from '../../functions/alert/text/parts/shown-amount.ts';
import { asShown, isUnverified } from '../../functions/alert/text/parts/shown-reasons.ts';
import { sentence, smsText } from '../../functions/alert/text/sentence.ts';
import { emailStyle } from '../../functions/alert/text/style.ts';
import { alertForms, operationsForms } from './forms.ts';
import { type News, operationsWords, reasonsOf } from './news.ts';

export type FeedEntry = ReturnType<typeof feedEntry>;

/** Defaults of optional fields. Every entry also has `at`, an ISO time, and `text`, without the reasons. */
const empty = {
  /** Decides colours, sign and heading; null: `title` is set. */
  type: null,
  title: null,
  look: null,
  about: null,
  api: null,
  /** Of alerts. */
  severity: null,
  /** The token is unverified or likely spam, so the entry is not shown as income. */
  doubtful: false,
  /** Null if unsure, or if the amount is in dollars. */
  worth: null,
  reasons: [],
  /** The token that the "not spam" button sends back. Null if the transfer is not hidden, or no token is the cause. */
  hidden: null,
  /** The forms that subscribers get; of hidden and filtered transfers only the JSON. */
  forms: null,
} as const;

export function feedEntry(news: News) {
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

function saidOf(alert: Alert) {
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

/** The token to trust; null if an imitating address is the cause, because the token is not at fault. */
function hiddenToken(alert: Alert) {
  if ('transfer' in alert && lookalikeIn(alert) !== null) return null;
  const token = tokenOf(alert)?.address ?? null;
  if (alert.wallet === null || token === null) return null;
  return { wallet: alert.wallet.address, chain: alert.wallet.chain, token };
}
