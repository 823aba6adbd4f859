import * as z from 'zod';
import { alertSchema } from '../../functions/alert/alert.ts';
import type { AlertNews, OperationsNews, Published } from '../page/news.ts';
import { mailWithoutLink } from './lambda/without-links.ts';

/** SNS's envelope as a subscribed queue gets it, the part that is read here. */
const envelope = z.object({ Subject: z.string().optional(), Message: z.string() });

/**
 * With MessageStructure json SNS hands each protocol its own form, or `default` where it has none; the embedded one hands on
 * all of them together, which lets the local run show an alert as an email, an SMS and JSON.
 */
const structure = z.object({ default: z.string(), email: z.string().optional(), sms: z.string().optional() });

/** Reads a message of a queue that is subscribed to an embedded topic. Throws for what is not one. */
export function readPublished(body: string): Published {
  const { Subject: subject = null, Message } = envelope.parse(JSON.parse(body));
  const { default: json, email = null, sms = null } = structure.parse(JSON.parse(Message));
  return { subject, json: JSON.parse(json), email, sms };
}

/** The same message as SNS hands it to a queue: with the form for programs alone. */
export function inQueueForm(body: string): string {
  const whole: unknown = JSON.parse(body);
  const { default: Message } = structure.parse(JSON.parse(envelope.parse(whole).Message));
  return JSON.stringify({ ...Object(whole), Message });
}

/** Reads what the alerts topic published. @param madeUp no explorer knows of it */
export function alertNews(body: string, madeUp = false): AlertNews {
  const published = readPublished(body);
  const alert = alertSchema.parse(published.json);
  const { email } = published;
  const mail = madeUp && email !== null ? mailWithoutLink(alert, email) : email;
  return { kind: 'alert', ...published, email: mail, alert, madeUp };
}

/** Reads what the operations topic published: the functions' own words, from this very process. */
export function operationsNews(body: string): OperationsNews {
  const published = readPublished(body);
  return {
    kind: 'operations',
    ...published,
    message: z.custom<OperationsNews['message']>().parse(published.json),
  };
}
