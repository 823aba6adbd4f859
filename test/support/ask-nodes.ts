import { createActivity } from '../../functions/activity/activity.ts';
import { dispatchDependencies } from '../../functions/dispatch-polls/dependencies.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import { postToNode } from '../../functions/node/post-to-node.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { readRow } from '../../functions/wallet/read-row.ts';
import { MemoryActivity } from './fakes/memory-activity.ts';

/** Runs as a separate process, `node ask-nodes.mjs <url> <chains>`: asks a node at once for that many chains of a thousand wallets each. */
const [, , url = '', count = '1'] = process.argv;
// The dispatch function's own modules take memory too.
if (typeof dispatchDependencies !== 'function') throw new Error('the function is not in the bundle');

const opened = await Promise.all(
  Array.from({ length: Number(count) }, async (_, n) => {
    const chain = `0x${(n + 1_000).toString(16)}`;
    const activity = createActivity({
      findNode: async ({ id }) => readNode(`${url}/${id}`, 'of a test'),
      post: postToNode,
      table: new MemoryActivity(),
      isReadFromNode: () => false,
      tokens: { find: async () => new Map(), keep: async () => {} },
      journal: { write: async () => {}, putEvents: async () => {} },
      clock: systemClock,
      log: { info() {}, warn() {}, error() {} },
    });
    const watches = Array.from({ length: 1_000 }, (_, m) =>
      readRow({ wallet: `0x${m.toString(16).padStart(40, '0')}`, chain }),
    );
    return [...(await activity.open(watches, new Date())).nodes.values()];
  }),
);
const nodes = opened.flat();
const asked = await Promise.all(nodes.map((node) => node.ask(() => false)));
const doubts = asked.map((one) => one.health.doubt);
process.stdout.write(JSON.stringify({ doubts, megabytes: process.resourceUsage().maxRSS / 1_024 }));
