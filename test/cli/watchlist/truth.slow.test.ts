import { describe, expect, it } from 'vitest';
import { apiIncident } from '../../../functions/incidents/api-incidents.ts';
import { incidentKey } from '../../../functions/incidents/incident.ts';
import { createIncidentTable } from '../../../functions/incidents/incident-table.ts';
import { exchange, treasury } from '../../support/alerts.ts';
import { commandTime, useCommandLine } from '../../support/command-line.ts';
import { stateTable } from '../../support/embedded.ts';
import { useHealthyDeployment } from '../healthy-deployment.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);

async function record(type: 'key.refused' | 'plan.exhausted'): Promise<void> {
  const incident = apiIncident(type, 'The API says no.');
  const open = { ...incident, key: incidentKey(incident), since: commandTime, claimedAt: 0, published: true };
  await createIncidentTable(stateTable(line.aws)).add(open);
}

const hindrances: [string, () => unknown, string, RegExp][] = [
  [
    'there is no key',
    () => delete deployed.parameters['/chainbell/api-key'],
    'the API key is missing (/chainbell/api-key)',
    /npx chainbell key set\./,
  ],
  [
    'the last polls met a refusal of the key',
    () => record('key.refused'),
    'the API refuses the key',
    /valid key/,
  ],
  ['the plan is used up', () => record('plan.exhausted'), "the API plan's calls are used up", /estimate/],
  [
    'the schedule is off',
    () => Object.assign(deployed, { schedule: 'DISABLED' }),
    'the schedule is off',
    /npx chainbell doctor --fix/,
  ],
  [
    'the schedule is deleted',
    () => Object.assign(deployed, { schedule: null }),
    'somebody deleted the schedule',
    /npx cdk deploy --revert-drift/,
  ],
  [
    'the trigger of polls is off',
    () => Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' }),
    "the poll function's trigger is off",
    /npx chainbell doctor --fix/,
  ],
  [
    'the chain is read from a node that is not there',
    () => {
      deployed.dispatch.SOURCES = '"node"';
      delete deployed.parameters['/chainbell/rpc/eth'];
    },
    'eth is read from its node, and there is none',
    /npx chainbell rpc set eth\./,
  ],
];

describe.each(hindrances)('if %s', (_, plant, what, toDo) => {
  const lines: [string, string[], string][] = [
    ['add', ['add', exchange], ''],
    ['set', ['set', treasury, 'label=x'], ''],
    ['import', ['import', '-'], `wallet\n${exchange}\n`],
    ['resume', ['resume', treasury], ''],
  ];
  it.each(lines)('%s says that the wallet is not watched, why, and what to do', async (__, argv, input) => {
    await plant();
    const { code, stdout } = await line.run(argv, input);
    expect(code).toBe(0);
    expect(stdout).toContain(`on the Watchlist of eth, but NOT watched yet: ${what}. `);
    expect(stdout).toMatch(toDo);
  });

  it('list and show say the same', async () => {
    await plant();
    const state = `NOT watched: ${what}`;
    expect((await line.run(['list'])).stdout).toContain(` ${state}\n`);
    expect((await line.run(['show', treasury])).stdout).toMatch(toDo);
    expect(JSON.parse((await line.run(['list', '--json'])).stdout)).toMatchObject([
      { unwatched: { what }, nextPollAt: null },
    ]);
  });
});

/** What the page of the deployed stack lists, and what it says to a wallet that is added there. */
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
  it('calls a wallet not watched if nothing polls it, in the list and after add', async () => {
    delete deployed.parameters['/chainbell/api-key'];
    const { listed, said } = await atThePage();
    const problem = expect.stringMatching(/^The API key is missing \(.+\)\. .*npx chainbell key set\./);
    expect(listed).toMatchObject([{ state: 'unwatched', problem }]);
    expect(said).toMatchObject({
      message: expect.stringContaining('NOT watched yet: the API key is missing'),
    });
  });

  it('says how often it is polled if the plan is too small', async () => {
    Object.assign(deployed.dispatch, { CALLS_PER_DAY: '10' });
    delete deployed.parameters['/chainbell/rpc/eth'];
    const { listed, said } = await atThePage();
    expect(listed).toMatchObject([
      {
        state: 'slow',
        problem: expect.stringMatching(/^Polled every 3 hours, as your plan of 10 calls a day allows/),
      },
    ]);
    expect(said).toMatchObject({ message: expect.stringContaining('will be polled every') });
  });
});

describe('a plan that is too small', () => {
  const tenWallets = async () => {
    Object.assign(deployed.dispatch, { CALLS_PER_DAY: '800' });
    delete deployed.parameters['/chainbell/rpc/eth'];
    for (let n = 0; n < 8; n += 1)
      await line.putRow({ wallet: treasury.replace(/.$/, `${n + 6}`.at(-1) ?? ''), chain: 'eth' });
  };
  const slow = 'every 22 minutes 30 seconds, as your plan of 800 calls a day allows (asked: every minute)';

  it('is reported by add, list and show as the time that there will be between two polls', async () => {
    await tenWallets();
    const { stdout } = await line.run(['add', exchange, 'label=Exchange']);
    expect(stdout).toMatch(/^Exchange .* is watched on eth, and will be polled /);
    expect(stdout).toContain(slow);
    expect((await line.run(['list'])).stdout).toContain(`polled ${slow}\n`);
    expect((await line.run(['show', 'Exchange'])).stdout).toMatch(
      /^state +polled every 22 minutes 30 seconds/m,
    );
  });

  it('does not stretch a wallet whose activity its node shows', async () => {
    await tenWallets();
    deployed.parameters['/chainbell/rpc/eth'] = deployed.nodeAddress;
    expect((await line.run(['add', exchange])).stdout).toMatch(
      / is watched on eth, from its next poll on\.\n$/,
    );
  });
});

it('says what AWS did not show, in place of what it does not know', async () => {
  line.refuse('scheduler:GetSchedule');
  line.answer('ssm:DescribeParameters', () => {
    throw Object.assign(new Error('too slow'), { name: 'TimeoutError' });
  });
  const { stdout } = await line.run(['add', exchange]);
  expect(stdout).toContain('is on the Watchlist of eth. Whether it is polled stays unknown: ');
  expect(stdout).toContain('these credentials lack scheduler:GetSchedule');
  expect(stdout).toContain('AWS gives no answer to ssm:DescribeParameters');
});

it('says what of a row only a node would show, if its chain has none', async () => {
  delete deployed.parameters['/chainbell/rpc/eth'];
  const add = async (...typed: string[]) => (await line.run(['set', treasury, ...typed])).stdout;
  expect(await add('watch=erc20,nft', 'minBalance=1')).toContain(
    'is watched on eth, but for nft, minBalance, which only a node of eth shows: npx chainbell rpc set eth.',
  );
  deployed.parameters['/chainbell/rpc/eth'] = deployed.nodeAddress;
  expect(await add('watch=erc20,nft')).not.toContain('but for');
});

it('warns on stderr if JSON is asked for', async () => {
  delete deployed.parameters['/chainbell/api-key'];
  const { stdout, stderr } = await line.run(['add', exchange, '--json']);
  expect(JSON.parse(stdout)).toEqual({ wallet: exchange, chain: 'eth' });
  expect(stderr).toMatch(/NOT watched yet: the API key is missing/);
});
