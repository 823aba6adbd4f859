import type { Alert } from '../../functions/alert/alert.ts';
import { plainStyle, shownReasons } from '../../functions/alert/text/parts/shown-reasons.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';

export interface Published {
  readonly subject: string | null;
  readonly json: unknown;
  readonly email: string | null;
  readonly sms: string | null;
}

export interface AlertNews extends Published {
  readonly kind: 'alert';
  readonly alert: Alert;
  /** No explorer knows of it. */
  readonly madeUp?: boolean;
}

/** Kept back as spam, or by the filters of the wallet's row. */
export interface HiddenNews {
  readonly kind: 'hidden' | 'filtered';
  readonly alert: Alert;
  /** Absent of spam. */
  readonly filter?: string | undefined;
}

export interface OperationsNews extends Published {
  readonly kind: 'operations';
  readonly message: Omit<OperationsMessage, 'version'>;
}

export interface RemarkNews {
  readonly kind: 'remark';
  /** ISO. */
  readonly at: string;
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
  readonly api: 'down' | 'up' | null;
}

export type News = AlertNews | HiddenNews | OperationsNews | RemarkNews;

export type ShowNews = (news: News) => void;

/** Strongest first. */
export function reasonsOf({ verdict }: Alert): string[] {
  return verdict?.spam ? shownReasons(verdict, plainStyle) : [];
}
