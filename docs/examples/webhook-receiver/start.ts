import { createServer } from 'node:http';
import process from 'node:process';
import { SeenInMemory } from '../seen/seen-in-memory.ts';
import { createReceiver } from './receiver.ts';

/**
 * `WEBHOOK_SECRETS=whsec_… node docs/examples/webhook-receiver/start.ts` listens on port 8080. Chainbell calls only public https
 * URLs: put a load balancer or a reverse proxy with TLS in front, which must not change the body.
 */
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter((secret) => secret !== '');
if (secrets.length === 0)
  throw new Error('WEBHOOK_SECRETS is empty: put the whsec_… of the destination there');

const receiver = createReceiver({
  secrets,
  // If you run several receivers, or must remember across a restart, use seen-in-dynamodb.ts or your own database.
  seen: new SeenInMemory(),
  act: async (message) => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  },
});
createServer(receiver).listen(8080);
