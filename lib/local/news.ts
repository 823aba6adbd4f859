import { z } from 'zod';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import type { IncidentType } from '../../functions/incidents/operations-message.ts';
import type { Published } from './engine/published.ts';

/** What an operations message holds for its reader. */
const operations = z.object({
  type: z.custom<IncidentType>((value) => typeof value === 'string'),
  state: z.enum(['began', 'ended']),
  wallet: z.string().nullable(),
  chain: z.string().nullable(),
  reason: z.string(),
  whatToDo: z.string(),
  at: z.string(),
});

/** An alert as it was published, in all its forms. */
export interface AlertNews extends Published {
  readonly alert: Alert;
}

/** A transfer that was kept from the reader, with the reasons. */
export interface HiddenNews {
  readonly alert: Alert;
  readonly reasons: readonly string[];
}

/** A message to operations, in all its forms. */
export interface OperationsNews extends Published {
  readonly message: z.infer<typeof operations>;
}

/** What the local run itself has to say. */
export interface RemarkNews {
  /** ISO time. */
  readonly at: string;
  readonly text: string;
  readonly look: 'good' | 'bad' | 'plain';
  /** What it says of the API; null: nothing. */
  readonly api: 'down' | 'up' | null;
}

/** Whoever shows what happens: the terminal and the inbox page. */
export interface NewsReader {
  alert(news: AlertNews): void;
  hidden(news: HiddenNews): void;
  operations(news: OperationsNews): void;
  remark(news: RemarkNews): void;
}

/** Reads what the alerts topic published. */
export function alertNews(published: Published): AlertNews {
  return { ...published, alert: alertSchema.parse(published.json) };
}

/** Reads what the operations topic published. */
export function operationsNews(published: Published): OperationsNews {
  return { ...published, message: operations.parse(published.json) };
}

/** A reader that hands everything on to two others. */
export function newsToBoth(one: NewsReader, other: NewsReader): NewsReader {
  return {
    alert(news) {
      one.alert(news);
      other.alert(news);
    },
    hidden(news) {
      one.hidden(news);
      other.hidden(news);
    },
    operations(news) {
      one.operations(news);
      other.operations(news);
    },
    remark(news) {
      one.remark(news);
      other.remark(news);
    },
  };
}
