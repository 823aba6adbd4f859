import { setTimeout as timer } from 'node:timers/promises';
import { knownChains } from '../../functions/chain/chains.ts';
import { documentClient } from '../../functions/dynamodb/document-client.ts';
import { scanWatchlist } from '../../functions/wallet/watchlist-table.ts';
import { takeDataDir } from './data-dir.ts';
import { startEmbeddedAws } from './engine/embedded-aws.ts';
import { earlierEntries } from './inbox/earlier-entries.ts';
import { startInbox } from './inbox/inbox-server.ts';
import { localFunctions } from './lambda/functions.ts';
import { newsToBoth } from './news.ts';
import type { Options } from './options.ts';
import { createPollHealth } from './poll-health.ts';
import { runApi } from './run-api.ts';
import { runFunctions } from './run-functions.ts';
import { addedNote, describeApi, everySeconds, missingKeyNote, rowsToAdd } from './situation.ts';
import { introduceRecorded } from './story-intro.ts';
import { banner } from './terminal/banner.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addRow, addRows, inOrderOf } from './watchlist-rows.ts';
import type { WhichApi } from './which-api.ts';

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
  terminal: Terminal,
): Promise<() => Promise<void>> {
  const { dataDir } = options;
  await using opened = new AsyncDisposableStack();
  if (dataDir !== null) opened.defer(takeDataDir(dataDir));
  const running = await runApi(api, dataDir);
  opened.defer(() => running.stop());
  const aws = await startEmbeddedAws(dataDir === null ? {} : { dataDir });
  opened.defer(() => aws.stop());

  const dynamodb = documentClient(aws.dynamodb);
  const added = rowsToAdd(options, api);
  await addRows(dynamodb, added);
  const rows = inOrderOf(added, await scanWatchlist(dynamodb, aws.tables.watchlist));
  const seconds = everySeconds(options, api);
  const inbox = await startInbox({
    port: options.port,
    addRow: (row) => addRow(dynamodb, row),
    addedNote: addedNote(api),
    earlier: await earlierEntries(aws.documents, rows),
    about: { text: describeApi(api), chains: knownChains.map(({ name }) => name) },
  });
  opened.defer(() => inbox.stop());

  if (options.port !== 0 && !inbox.address.endsWith(`:${options.port}`)) {
    terminal.note(`Port ${options.port} is in use: the inbox page has another one.`);
  }
  const { dynamodbEndpoint } = aws;
  terminal.note(
    banner({
      api: describeApi(api),
      everySeconds: seconds,
      rows,
      pageAddress: inbox.address,
      dynamodbEndpoint,
      dataDir,
    }),
  );
  const note = missingKeyNote(options, api);
  if (note !== null) terminal.note(note);

  const news = introduceRecorded(newsToBoth(terminal, inbox.news));
  const health = createPollHealth((remark) => news.remark(remark), Date.now);
  const ending = new AbortController();
  const functions = localFunctions(aws, running, running.key, workers, (reads) => {
    if (!ending.signal.aborted) health(reads); // what is cut off at the end is no outage
  });
  const endFunctions = runFunctions(functions, aws, seconds, news, terminal);
  opened.defer(() => endFunctions(timer(lastPolls)));
  opened.defer(() => ending.abort());
  const started = opened.move();
  return () => started.disposeAsync();
}
