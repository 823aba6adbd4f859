import * as z from 'zod';
import { alertSchema } from '../../functions/alert/alert.ts';
import type { AlertNews, OperationsNews, Published } from '../page/news.ts';
import { mailWithoutLink } from './lambda/without-links.ts';

/** The part of SNS's envelope that is read here. */
const envelope = z.object({ Subject: z.string().optional(), Message: z.string() });

/** SNS hands each protocol its own form or `default`; the embedded one hands on all of them together. */
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

/** Written by the functions of this very process, so not checked. */
export function operationsNews(body: string): OperationsNews {
  const published = readPublished(body);
  return {
    kind: 'operations',
    ...published,
    message: z.custom<OperationsNews['message']>().parse(published.json),
  };
}
