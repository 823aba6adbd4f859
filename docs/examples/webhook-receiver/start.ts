import { createServer } from 'node:http';
import process from 'node:process';
import { SeenInMemory } from '../seen/seen-in-memory.ts';
import { createReceiver } from './receiver.ts';

/**
 * `WEBHOOK_SECRETS=whsec_… node docs/examples/webhook-receiver/start.ts`, on port 8080. Chainbell calls public https URLs alone:
 * put it behind what ends TLS for you, a load balancer or a reverse proxy that hands the body on as it is.
 */
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter((secret) => secret !== '');
if (secrets.length === 0)
  throw new Error('WEBHOOK_SECRETS is empty: put the whsec_… of the destination there');

const receiver = createReceiver({
  secrets,
  // Use seen-in-dynamodb.ts, or a table of your own database, where it runs twice or must remember across a restart.
  seen: new SeenInMemory(),
  act: async (message) => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  },
});
createServer(receiver).listen(8080);
