import { knownChains } from '../../functions/chain/chains.ts';
import { allow, stackCommand } from '../cli/frame/command.ts';
import { messageOf } from '../cli/unusable.ts';
import { reportPermissions } from '../cli/watchlist/polled/report.ts';
import { defaultPort, readPort } from '../local-engines.ts';
import { type Page, startPage } from './page-server.ts';
import { createStackFeed, maxWallets, type StackFeed } from './stack-feed.ts';

const lookEvery = 15_000;

export const page = stackCommand({
  permissions: [
    ...allow('watchlist', 'dynamodb:Scan', 'dynamodb:Query'),
    ...reportPermissions.map((one) =>
      one.action === 'dynamodb:Query' ? one : { without: 'the page lists no wallets', ...one },
    ),
    { action: 'dynamodb:PutItem', on: ['watchlist'], without: 'the page adds no wallet' },
    { action: 'dynamodb:UpdateItem', on: ['watchlist'], without: 'the page changes no wallet' },
    { action: 'dynamodb:DeleteItem', on: ['watchlist'], without: 'the page removes no wallet' },
    { action: 'dynamodb:Scan', on: ['contacts'], without: 'the page shows no contacts' },
    { action: 'dynamodb:BatchWriteItem', on: ['contacts'], without: 'the page changes no contact' },
  ],
  help: `Shows alerts, hidden and filtered transfers of the first ${maxWallets} wallets, and changes
wallets and contacts, with the credentials of the environment. Only this machine reaches it;
Ctrl-C ends it.`,
  examples: ['chainbell page', 'chainbell page --port 8080'],
  make: (command, context) =>
    command
      .option('--port <number>', 'port of the page, only on this machine', String(defaultPort))
      .action(async ({ port, ...options }) => {
        const typedPort = readPort(port);
        const open = await context.open(options);
        const { name } = open.stack;
        const about = { text: `The stack ${name}.`, chains: knownChains.map((c) => c.name), madeUp: false };
        const shown = await startPage({ port: typedPort, about, open });
        try {
          const feed = createStackFeed(open, context.clock);
          await showNext(feed, shown);
          const { address } = shown;
          await context.say(options, { address }, `The page of ${name} is at ${address}: Ctrl-C ends it.\n`);
          const looks = setInterval(looking(feed, shown), lookEvery);
          await context.interrupted(address).finally(() => clearInterval(looks));
        } finally {
          await shown.stop();
        }
      }),
});

async function showNext(feed: StackFeed, shown: Page): Promise<void> {
  for (const news of await feed.next()) shown.show(news);
}

/** The page says once why looks fail: remarks of a whole night would push out the alerts. One look at a time: a large one takes longer. */
function looking(feed: StackFeed, shown: Page) {
  let [last, isLooking] = ['', false];
  return async () => {
    if (isLooking) return;
    isLooking = true;
    const text = await showNext(feed, shown).then(() => '', messageOf);
    const at = new Date().toISOString();
    if (text !== '' && text !== last) shown.show({ kind: 'remark', at, text, look: 'bad', api: null });
    [last, isLooking] = [text, false];
  };
}
