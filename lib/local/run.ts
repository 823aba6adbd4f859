import { join } from 'node:path';
import { setTimeout as timer } from 'node:timers/promises';
import { type FindNode, fixedNodes } from '../../functions/activity/node/node-parameters.ts';
import { findChain, knownChains } from '../../functions/chain/chains.ts';
import { documentClient, plainDocumentClient } from '../../functions/runtime/aws-clients.ts';
import { scanWatchlist } from '../../functions/wallet/watchlist-table.ts';
import { localEngines } from '../local-engines.ts';
import { answer } from '../simulated-api/answer.ts';
import { serveApi } from '../simulated-api/serve-api.ts';
import { coinRecords } from '../simulated-api/story/coin-records.ts';
import { storyChains } from '../simulated-api/story/story-chains.ts';
import { banner } from './banner.ts';
import { takeDataDir } from './data-dir.ts';
import { startEmbeddedAws } from './engine/embedded-aws.ts';
import { earlierEntries } from './inbox/earlier-entries.ts';
import { startInbox } from './inbox/inbox-server.ts';
import { localDeliveries } from './lambda/delivery.ts';
import { type ApiAccess, localFunctions } from './lambda/functions.ts';
import { stderrLog } from './lambda/stderr-log.ts';
import type { ShowNews } from './news.ts';
import type { Options } from './options.ts';
import { createPollHealth } from './poll-health.ts';
import { runFunctions } from './run-functions.ts';
import { introduceRecorded } from './story-intro.ts';
import { inOrderOf, rowAdder } from './watchlist-rows.ts';
import {
  addedNote,
  describeApi,
  everySeconds,
  missingKeyNote,
  rowsToAdd,
  type WhichApi,
} from './which-api.ts';

/** A poll whose API hangs keeps one of them busy for half a minute; a tick comes every five seconds. */
const workers = 8;

/** How long polls under way may go on once the end is asked for; what they leave undone is done at the next start. */
const lastPolls = 800;

/**
 * Chainbell in this process: embedded AWS, the API, the inbox page and both functions at work.
 * Returns how to end it, in about a second at the most.
 * @throws Unusable where the data directory can't be used
 */
export async function startLocalRun(
  options: Options,
  api: WhichApi,
  terminal: ShowNews,
): Promise<() => Promise<void>> {
  const { dataDir } = options;
  await using opened = new AsyncDisposableStack();
  if (dataDir !== null) opened.defer(takeDataDir(dataDir));
  const access = await openApi(api, dataDir, opened);
  const embedded = await startEmbeddedAws(dataDir === null ? {} : { dataDir });
  const aws = opened.adopt(embedded, () => embedded.stop());

  const { watchlist, history } = aws.tables;
  const dynamodb = documentClient(aws.dynamodb);
  const addRow = rowAdder(dynamodb, watchlist);
  const added = rowsToAdd(options, api);
  for (const row of added) await addRow(row);
  const rows = inOrderOf(added, await scanWatchlist(dynamodb, watchlist));
  const seconds = everySeconds(options, api);
  const about = { text: describeApi(api), chains: knownChains.map(({ name }) => name) };
  const earlier = await earlierEntries(plainDocumentClient(aws.dynamodb), history, rows);
  const inbox = await startInbox({
    port: options.port,
    addRow,
    addedNote: addedNote(api),
    earlier,
    about,
    engines: localEngines.parse(aws),
  });
  opened.defer(() => inbox.stop());

  const busy = options.port !== 0 && !inbox.address.endsWith(`:${options.port}`);
  const notes = [
    busy ? `Port ${options.port} is in use: the inbox page has another one.` : null,
    banner(about.text, seconds, rows, inbox.address, aws.dynamodbEndpoint, options),
    missingKeyNote(options, api),
  ];
  for (const note of notes) if (note !== null) process.stderr.write(`${note}\n`);

  const show = introduceRecorded((news) => {
    terminal(news);
    inbox.show(news);
  });
  const health = createPollHealth(show, Date.now);
  const ending = new AbortController();
  const log = stderrLog(process.env.POWERTOOLS_LOG_LEVEL);
  const functions = localFunctions(aws, access, {
    workers,
    findNode: nodesOf(options, api),
    log,
    polled(reads) {
      if (!ending.signal.aborted) health(reads); // what is cut off at the end is no outage
    },
    hidden: (alert) => show({ kind: 'hidden', alert }),
  });
  const deliveries = await localDeliveries(aws, options.destinations, log);
  const endFunctions = runFunctions(functions, aws, deliveries, seconds, show);
  opened.defer(() => endFunctions(timer(lastPolls)));
  opened.defer(() => ending.abort());
  const started = opened.move();
  return () => started.disposeAsync();
}

/** A node of the wallets' chain, where there is one. */
function nodesOf({ chain }: Options, api: WhichApi): FindNode {
  const url = api.kind === 'real' ? api.rpcUrl : undefined;
  return fixedNodes(new Map(url === undefined ? [] : [[findChain(chain).id, url]]));
}

/** Starts the simulated API where it is the one; the real one runs elsewhere. */
async function openApi(
  api: WhichApi,
  dataDir: string | null,
  opened: AsyncDisposableStack,
): Promise<ApiAccess> {
  if (api.kind === 'real') return { baseUrl: api.baseUrl, coinBaseUrl: api.coinBaseUrl, key: api.key };
  const transfers = storyChains(dataDir === null ? undefined : join(dataDir, 'story.json'));
  const contents = { transfers, coins: coinRecords };
  const { address, stop } = await serveApi((request) => answer(request, contents, Date.now()));
  opened.defer(stop);
  return { baseUrl: address, coinBaseUrl: api.coinBaseUrl ?? address, key: null };
}
