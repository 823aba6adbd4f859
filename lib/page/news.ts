import type { Alert } from '../../functions/alert/alert.ts';
import { plainStyle, shownReasons } from '../../functions/alert/text/parts/shown-reasons.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';

/** One message published to a topic, in all its forms. */
export interface Published {
  readonly subject: string | null;
  /** What programs get. */
  readonly json: unknown;
  readonly email: string | null;
  readonly sms: string | null;
}

/** An alert as it was published. */
export interface AlertNews extends Published {
  readonly kind: 'alert';
  readonly alert: Alert;
  /** No explorer knows of it. */
  readonly madeUp?: boolean;
}

/** A transfer that was kept from the reader: as spam, for which its verdict says why, or by the filters of the wallet's row. */
export interface HiddenNews {
  readonly kind: 'hidden' | 'filtered';
  readonly alert: Alert;
  /** Why the row's filters left it out; absent of what was hidden. */
  readonly filter?: string | undefined;
}

/** A message to operations. */
export interface OperationsNews extends Published {
  readonly kind: 'operations';
  readonly message: Omit<OperationsMessage, 'version'>;
}

/** What the local run itself has to say. */
export interface RemarkNews {
  readonly kind: 'remark';
  /** ISO time. */
  readonly at: string;
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
  /** What it says of the API; null: nothing. */
  readonly api: 'down' | 'up' | null;
}

/** All that happens in a local run. */
export type News = AlertNews | HiddenNews | OperationsNews | RemarkNews;

/** Shows what happens: the terminal and the page do. */
export type ShowNews = (news: News) => void;

/** Why a transfer is suspect, the strongest reason first. */
export function reasonsOf({ verdict }: Alert): string[] {
  return verdict?.spam ? shownReasons(verdict, plainStyle) : [];
}
