import { z } from 'zod';

/** SNS's envelope as a subscribed queue gets it, the part that is read here. */
const envelope = z.object({ Subject: z.string().optional(), Message: z.string() });

/**
 * With MessageStructure json SNS hands each protocol its own form; the embedded one hands on all of them
 * together, which lets the local run show an alert as an email, an SMS and JSON.
 */
const structure = z.object({ default: z.string(), email: z.string().optional(), sms: z.string().optional() });

/** One message published to a topic, in all its forms. */
export interface Published {
  readonly subject: string | null;
  /** What programs get. */
  readonly json: unknown;
  readonly email: string | null;
  readonly sms: string | null;
}

/** Reads a message of a queue that is subscribed to an embedded topic. Throws for what is not one. */
export function readPublished(body: string): Published {
  const { Subject, Message } = envelope.parse(JSON.parse(body));
  const forms = structure.parse(JSON.parse(Message));
  return {
    subject: Subject ?? null,
    json: JSON.parse(forms.default),
    email: forms.email ?? null,
    sms: forms.sms ?? null,
  };
}
