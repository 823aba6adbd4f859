import * as z from 'zod';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { pageOf } from '../../functions/alert/text/explorer-page.ts';
import type { AlertNews, OperationsNews, Published } from '../page/news.ts';

/** The part of SNS's envelope that is read here. */
const envelope = z.object({ Subject: z.string().optional(), Message: z.string() });

/** SNS hands each protocol its own form or `default`; the embedded SNS hands on all forms together. */
const structure = z.object({ default: z.string(), email: z.string().optional(), sms: z.string().optional() });

/** Throws for a message of another origin. */
export function readPublished(body: string): Published {
  const { Subject: subject = null, Message } = envelope.parse(JSON.parse(body));
  const { default: json, email = null, sms = null } = structure.parse(JSON.parse(Message));
  return { subject, json: JSON.parse(json), email, sms };
}

/** The envelope in which SNS hands a message to a queue. */
export function inQueueForm(body: string): string {
  const whole: unknown = JSON.parse(body);
  const { default: Message } = structure.parse(JSON.parse(envelope.parse(whole).Message));
  return JSON.stringify({ ...Object(whole), Message });
}

/** @param madeUp a transfer of the simulated chain, which no explorer shows */
export function alertNews(body: string, madeUp = false): AlertNews {
  const published = readPublished(body);
  const alert = alertSchema.parse(published.json);
  const { email } = published;
  const mail = madeUp && email !== null ? mailWithoutLink(alert, email) : email;
  return { kind: 'alert', ...published, email: mail, alert, madeUp };
}

/** Not checked, because this process's own functions wrote it. */
export function operationsNews(body: string): OperationsNews {
  const published = readPublished(body);
  const message = z.custom<OperationsNews['message']>().parse(published.json);
  return { kind: 'operations', ...published, message };
}

/** No explorer shows simulated transfers. */
export function withoutLinks<Kind extends Alert>(alert: Kind): Kind {
  if ('transfer' in alert) return { ...alert, transfer: withoutLink(alert.transfer) };
  if ('approval' in alert) return { ...alert, approval: withoutLink(alert.approval) };
  if ('control' in alert) return { ...alert, control: withoutLink(alert.control) };
  if (!('digest' in alert)) return alert;
  return { ...alert, digest: { ...alert.digest, largest: alert.digest.largest.map(withoutLink) } };
}

function withoutLink<Linked extends { readonly explorerUrl: string | null }>(linked: Linked): Linked {
  return { ...linked, explorerUrl: null };
}

/** Its email without the links. */
function mailWithoutLink(alert: Alert, email: string): string {
  if (alert.type === 'summary') return email;
  const page = pageOf(alert);
  return page === null ? email : email.replace(`${page.url}\n\n`, '');
}
