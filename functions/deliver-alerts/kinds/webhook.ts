import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { judgeStatus, ourHeaders, type Service } from './service.ts';

/** The specification wants 24 bytes or more, but shorter secrets are in use: refusing them would lose alerts. */
const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/);

export const webhookParameter = z.object({ url: z.string(), secrets: z.array(secret).min(1).max(10) });

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function createWebhook({ url, secrets }: z.infer<typeof webhookParameter>): Service {
  return {
    url,
    callOf: ({ id, content, now }) => {
      const timestamp = String(Math.floor(now / 1000));
      const signatures = secrets.map((one) => signature(one, `${id}.${timestamp}.${content}`));
      const headers = {
        ...ourHeaders,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
      };
      return { method: 'POST', url, headers, body: content };
    },
    lanes: [],
    judge: judgeStatus,
    secrets: [url, ...secrets, ...secrets.map(keyOf)],
  };
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(keyOf(secret), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function keyOf(secret: string): string {
  return secret.slice('whsec_'.length);
}
