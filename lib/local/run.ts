import { join } from 'node:path';
import { setTimeout as timer } from 'node:timers/promises';
import { findChain } from '../../functions/chain/chains.ts';
import { liveBaseUrl } from '../../functions/http/base-url.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { stackOf } from '../cli/stack/local-run.ts';
import { allRows } from '../cli/stack/watchlist.ts';
import { withOptions } from '../cli/streams.ts';
import { readOption } from '../cli/unusable.ts';
import { watchlistRows } from '../cli/watchlist/rows/rows.ts';
import { localEngines } from '../local-engines.ts';
import { addressedNews, type ShowNews } from '../page/news.ts';
import { startPage } from '../page/page-server.ts';
import { createStackFeed } from '../page/stack-feed.ts';
import { serveApi } from '../simulated-api/serve-api.ts';
import { serveNode } from '../simulated-api/simulated-node.ts';
import { nodeChain } from '../simulated-api/story/cast.ts';
import { storyWorld } from '../simulated-api/story/story-world.ts';
import { banner } from './banner.ts';
import { refuseOtherKind, storyFile, takeDataDir } from './data-dir.ts';
import { startEmbeddedAws } from './engine/embedded-aws.ts';
import { localDeliveries } from './lambda/delivery.ts';
import { fixedNodes, localFunctions } from './lambda/functions.ts';
import { stderrLog } from './lambda/stderr-log.ts';
import type { Options } from './options.ts';
import { createPollHealth } from './poll-health.ts';
import { runFunctions } from './run-functions.ts';
import { storyControls } from './story-controls.ts';
import {
  addedNote,
  chainOf,
  chainsOffered,
  describeApi,
  everySeconds,
  missingKeyNote,
  pace,
  rowsToAdd,
  type WhichApi,
} from './which-api.ts';

/** A hanging API keeps a worker busy for 30 s; a tick comes every 5 s. */
const workers = 8;

/** Milliseconds for polls under way at the end; the next start does the rest. */
const lastPolls = 800;

/** Returns a function that ends the run within about a second. @throws Unusable if the data directory can't be used */
export async function startLocalRun(options: Options, api: WhichApi, terminal: ShowNews) {
  const { dataDir, port } = options;
  await using opened = new AsyncDisposableStack();
  if (dataDir !== null) {
    opened.defer(takeDataDir(dataDir));
    refuseOtherKind(dataDir, api.kind === 'simulated');
  }
  const seconds = everySeconds(options, api);
  const { access, controls, findNode } = await openApi(api, options, opened);
  const embedded = await startEmbeddedAws(dataDir === null ? {} : { dataDir });
  const aws = opened.adopt(embedded, () => embedded.stop());

  const engines = localEngines.parse(aws);
  const local = () => ` --local ${new URL(page.address).port}`;
  const open = { ...stackOf(engines), addressed: (text: string) => withOptions(text, local()) };
  const added = rowsToAdd(options, api);
  const table = await watchlistRows(open);
  // An existing row stays as its owner left it.
  for (const row of added) await table.put(row, false);
  const rows = inOrderOf(added, await allRows(open));
  const madeUp = api.kind === 'simulated';
  const about = { text: describeApi(api), chains: chainsOffered(options, api), madeUp };
  const page = await startPage({ port, about, addedNote: addedNote(api), controls, open, engines });
  opened.defer(() => page.stop());
  for (const news of await createStackFeed(open, systemClock).next()) page.show(news);

  const busy = port !== 0 && !page.address.endsWith(`:${port}`);
  const notes = [
    busy ? `Port ${port} is in use: the page has another one.` : null,
    banner(about.text, seconds, chainOf(options, api), rows, page.address, aws.dynamodbEndpoint, options),
    missingKeyNote(options, api),
  ];
  for (const note of notes) if (note !== null) process.stderr.write(`${note}\n`);

  const show: ShowNews = (news) => {
    const said = addressedNews(news, open);
    terminal(said);
    page.show(said);
  };
  const health = createPollHealth(show, Date.now);
  const ending = new AbortController();
  const log = stderrLog(process.env.POWERTOOLS_LOG_LEVEL);
  const functions = localFunctions(aws, access, {
    workers,
    findNode,
    madeUp,
    // More frequent ticks ask the node themselves.
    ...(seconds < 60 ? {} : { scanEvery: '15s' }),
    ...pace(api),
    log,
    polled(reads) {
      if (!ending.signal.aborted) health(reads); // what is cut off at the end is no outage
    },
    hidden: show,
  });
  const deliveries = await localDeliveries(aws, options.destinations, log);
  const endFunctions = runFunctions(functions, aws, deliveries, seconds, show, { madeUp });
  opened.defer(() => endFunctions(timer(lastPolls)));
  opened.defer(() => ending.abort());
  const started = opened.move();
  return () => started.disposeAsync();
}

/** Starts the simulated API and its node if the run needs them. */
async function openApi(api: WhichApi, options: Options, opened: AsyncDisposableStack) {
  if (api.kind === 'node') {
    const { chain, rpcUrl } = api;
    const source = { [chain.id]: 'node' as const };
    const access = { baseUrl: liveBaseUrl, coinBaseUrl: '', key: null, source };
    return { access, findNode: fixedNodes(new Map([[chain.id, rpcUrl]])), controls: [] };
  }
  if (api.kind === 'real') {
    const { baseUrl, coinBaseUrl, key, rpcUrl } = api;
    const nodes = rpcUrl === undefined ? [] : [[findChain(options.chain ?? 'eth').id, rpcUrl] as const];
    return { access: { baseUrl, coinBaseUrl, key }, findNode: fixedNodes(new Map(nodes)), controls: [] };
  }
  const { dataDir } = options;
  const file = dataDir === null ? undefined : join(dataDir, storyFile);
  const world = readOption('--data', () => storyWorld(everySeconds(options, api), file));
  const served = await serveApi((request) => world.answer(request, Date.now()));
  opened.defer(served.stop);
  const node = await serveNode((body) => world.answerNode(body, Date.now()));
  opened.defer(node.stop);
  return {
    access: { baseUrl: served.address, coinBaseUrl: api.coinBaseUrl ?? served.address, key: null },
    findNode: fixedNodes(new Map([[nodeChain, node.address]])),
    controls: storyControls(world, Date.now),
  };
}

/** Just added rows first, in their order. */
function inOrderOf(added: readonly WatchlistRow[], rows: readonly WatchlistRow[]): WatchlistRow[] {
  const placeOf = ({ wallet, chain }: WatchlistRow) =>
    added.findIndex((row) => row.wallet === wallet && row.chain === chain) >>> 0; // -1, not there, is the last
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
