import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { activityIncident } from '../../../functions/dispatch-polls/tick-incidents.ts';
import { apiIncident } from '../../../functions/incidents/incident-kinds.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { commandTime, useCommandLine } from '../../support/command-line.ts';
import { record, useHealthyDeployment } from '../healthy-deployment.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);
const told = transcripts(line);

const recordApi = (type: 'key.missing' | 'key.refused' | 'plan.exhausted') =>
  record(line, apiIncident(type, 'The API says no.'));

const byFix = 'npx chainbell doctor --fix switches it on.';
const nodeGone = () => {
  deployed.dispatch.SOURCES = '"node"';
  delete deployed.parameters['/chainbell/rpc/eth'];
};

/** A fault, the advice about it, and the code that causes it. */
const hindrances: readonly [what: string, toDo: string, plant: () => unknown][] = [
  [
    'the API key is missing (/chainbell/api-key)',
    'npx chainbell key set.',
    () => delete deployed.parameters['/chainbell/api-key'],
  ],
  // Under a KMS key that the functions may not use.
  [
    'the API key is missing',
    'Set the key, and polling starts at the next tick:',
    () => recordApi('key.missing'),
  ],
  [
    'the API refuses the key',
    "Take a valid key from the API provider's console, and set it:",
    () => recordApi('key.refused'),
  ],
  [
    "the API plan's calls are used up",
    "Nothing, if it can wait for the plan's next day: polling goes on by itself. Else raise the plan,",
    () => recordApi('plan.exhausted'),
  ],
  ['the schedule is off', byFix, () => Object.assign(deployed, { schedule: 'DISABLED' })],
  [
    'somebody deleted the schedule',
    'npx cdk deploy --revert-drift makes it again.',
    () => Object.assign(deployed, { schedule: null }),
  ],
  [
    "the poll function's trigger is off",
    byFix,
    () => Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' }),
  ],
  ['eth is read from its node, but no node is set', 'npx chainbell rpc set eth.', nodeGone],
];

for (const [what, toDo, plant] of hindrances)
  told(`each command says that a wallet is not watched, why, what to do: ${what}`, async ({ type, says }) => {
    await plant();
    for (const command of ['list', `show ${treasury}`, 'list --json', `add ${exchange}`]) await type(command);
    for (const command of [`set ${treasury} label=x`, `resume ${treasury}`]) await type(command);
    await type('import - --force', `wallet\n${exchange}\n`);
    const yet = `on the Watchlist of eth, but NOT watched yet: ${what}. ${toDo}`;
    says(`
      eth - - - - NOT watched: ${what} $ … chain eth state NOT watched: ${what} to do ${toDo} …
      "unwatched": { "what": "${what}", "toDo": "${toDo}… "nextPollAt": null, …
      is ${yet} … on eth: label is now x. It is ${yet} … is resumed. It is ${yet} … 1 of 1 rows written. It is ${yet}`);
  });

told('an import says that only some of its wallets are not watched', async ({ type, says }) => {
  deployed.dispatch.SOURCES = '{"0x89":"node"}';
  await type('import -', `wallet,chain\n${exchange},eth\n${exchange},polygon\n`);
  says(
    'They are on the Watchlist of eth, polygon, but some are NOT watched yet: polygon is read from its node, …',
  );
});

/** The deployed stack's page: what it lists, and its answer when a wallet is added. */
async function atThePage(): Promise<{ listed: unknown; said: unknown }> {
  let shown = { listed: undefined as unknown, said: undefined as unknown };
  line.atPage(async (address) => {
    const listed = await (await fetch(`${address}/wallets`)).json();
    const headers = { 'content-type': 'application/json', origin: address };
    const body = JSON.stringify({ wallet: exchange, chain: 'eth' });
    const added = await fetch(`${address}/wallets/add`, { method: 'POST', headers, body });
    shown = { listed, said: await added.json() };
  });
  await line.run(['page', '--port', '0']);
  return shown;
}

describe('the page of a deployed stack', () => {
  told('calls a wallet not watched if nothing polls it, listed or just added', async ({ note, says }) => {
    delete deployed.parameters['/chainbell/api-key'];
    note(await atThePage());
    says(`problem: 'The API key is missing (/chainbell/api-key). npx chainbell key set.', … state: 'unwatched', …
      said: { field: null, message: '… is on the Watchlist of eth, but NOT watched yet: the API key is missing`);
  });

  it('says once why it could not look, and goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let read = '';
    line.atPage(async (address) => {
      line.refuse('dynamodb:Scan');
      vi.advanceTimersByTime(30_000);
      const { body } = await fetch(`${address}/events`);
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        read += piece;
        if (read.includes('dynamodb:Query')) break;
        if (!read.includes('"kind":"remark"')) continue;
        line.answer('dynamodb:Scan', () => {
          throw new Error('It asks for dynamodb:Query.');
        });
        vi.advanceTimersByTime(15_000);
      }
    });
    expect((await line.run(['page', '--port', '0'])).code).toBe(0);
    const said = read.match(/"text":"[^"]*dynamodb[^"]*"/g);
    expect(said).toEqual([
      expect.stringContaining('AWS does not let these credentials call dynamodb:Scan.'),
      expect.stringContaining('dynamodb:Query'),
    ]);
  });

  told('says how often a wallet is polled if the plan is too small', async ({ note, says }) => {
    Object.assign(deployed.dispatch, { CALLS_PER_DAY: '10' });
    delete deployed.parameters['/chainbell/rpc/eth'];
    note(await atThePage());
    says(`problem: 'Polled every 3 hours, as your plan of 10 calls a day allows (asked: every minute).', … state: 'slow', …
      message: '… is watched on eth, and will be polled every 6 hours, as your plan of 10 calls a day allows (asked: every minute).'`);
  });
});

told('if a plan is too small, all commands say how often the wallet is polled', async ({ type, says }) => {
  Object.assign(deployed.dispatch, { CALLS_PER_DAY: '800' });
  delete deployed.parameters['/chainbell/rpc/eth'];
  for (let n = 0; n < 8; n += 1)
    await line.putRow({ wallet: treasury.replace(/.$/, `${n + 6}`.at(-1) ?? ''), chain: 'eth' });
  for (const command of [`add ${exchange} label=Exchange`, 'list', 'show Exchange']) await type(command);
  deployed.parameters['/chainbell/rpc/eth'] = deployed.nodeAddress;
  await type(`add ${exchange} --force`);
  await record(line, activityIncident('eth', 'activity.unavailable', 'It is gone.'));
  await type(`add ${exchange} --force`);
  says(`Exchange (…) is watched on eth, and will be polled every 22 minutes 30 seconds, as your plan of 800 calls a day allows
    (asked: every minute). $ … 2026-01-02 03:15 polled every 22 minutes 30 seconds, as your plan … 2026-01-02 03:23 polled …
    state polled every 22 minutes 30 seconds, as your plan of 800 calls a day allows (asked: every minute) watched since -
    last block - last alert - next poll 2026-01-02 03:15 $ … is watched on eth, from its next poll on. $
    … is watched on eth, and will be polled every 22 minutes 30 seconds, …`);
});

told('add says what AWS did not show, in place of what it does not know', async ({ type, says }) => {
  line.refuse('scheduler:GetSchedule');
  line.answer('ssm:DescribeParameters', () => {
    throw Object.assign(new Error('too slow'), { name: 'TimeoutError' });
  });
  await type(`add ${exchange}`);
  says(`is on the Watchlist of eth. Whether it is polled stays unknown: AWS gives no answer to ssm:DescribeParameters: …;
    these credentials lack scheduler:GetSch`);
});

told('set says what of a row only a node would show, if its chain has none', async ({ type, says }) => {
  // The plan is too small as well, which says less.
  Object.assign(deployed.dispatch, { CALLS_PER_DAY: '800' });
  delete deployed.parameters['/chainbell/rpc/eth'];
  await type(`set ${treasury} watch=nft minBalance=1`);
  deployed.parameters['/chainbell/rpc/eth'] = deployed.nodeAddress;
  await type(`set ${treasury} watch=erc20,nft`);
  says(`is now 1. It is on the Watchlist of eth. NOT watched: nft, minBalance. Only a node of eth shows these: npx chainbell rpc set eth. $
    … on eth: watch is now erc20,nft. $`);
});

told('add takes over no fault of a replaced key or of another chain', async ({ type, says }) => {
  await recordApi('key.missing');
  await recordApi('key.refused');
  const LastModifiedDate = new Date(commandTime + 1);
  const Parameters = [{ Name: '/chainbell/rpc/eth', LastModifiedDate }];
  line.answer('ssm:DescribeParameters', () => ({ Parameters }));
  await type(`add ${exchange}`);
  deployed.dispatch.SOURCES = '"node"';
  await record(line, activityIncident('polygon', 'activity.unavailable', 'It is gone.'));
  await type(`add ${exchange} --force`);
  says('is watched on eth, from its next poll on. $ … is watched on eth, from its next poll on. $');
});

told('add names a used-up plan, though the key was replaced meanwhile', async ({ type, says }) => {
  await recordApi('plan.exhausted');
  const Parameters = [{ Name: '/chainbell/api-key', LastModifiedDate: new Date(commandTime + 1) }];
  line.answer('ssm:DescribeParameters', () => ({ Parameters }));
  await type(`add ${exchange}`);
  says(`is on the Watchlist of eth, but NOT watched yet: the API plan's calls are used up.`);
});

told('add warns on stderr if JSON is asked for', async ({ type, says }) => {
  delete deployed.parameters['/chainbell/api-key'];
  await type(`add ${exchange} --json`);
  says(
    '"chain": "eth" } ! … is on the Watchlist of eth, but NOT watched yet: the API key is missing (/chainbell/api-key). …',
  );
});
