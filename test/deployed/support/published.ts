import * as z from 'zod';
import type { Aws } from './aws.ts';
import type { Message } from './inbox.ts';

/** A message as SNS was given it, with the form that each kind of subscription gets. */
export interface Published {
  readonly subject: string;
  readonly forms: Readonly<Record<string, string>>;
  /** The JSON of it. */
  readonly message: Message;
}

const publishCall = z.object({
  Action: z.literal('Publish'),
  TopicArn: z.string(),
  Subject: z.string(),
  MessageStructure: z.literal('json'),
  Message: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
});

/** What was published to a topic since a time in epoch milliseconds: the engine delivers neither email nor SMS. */
export async function publishedTo(aws: Aws, topicArn: string, since: number): Promise<Published[]> {
  const requests = await aws.requests('sns', since);
  return requests.flatMap(({ parameters }) => {
    const { data } = publishCall.safeParse(parameters);
    if (data?.TopicArn !== topicArn) return [];
    const { Subject: subject, Message: forms } = data;
    return [{ subject, forms, message: JSON.parse(forms.default ?? 'null') }];
  });
}
