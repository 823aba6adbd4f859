import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { treasury } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { useHealthyDeployment } from '../healthy-deployment.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
useHealthyDeployment(line);
const told = transcripts(line);
afterEach(() => vi.unstubAllEnvs());

const noStack = () =>
  line.answer('cloudformation:DescribeStacks', () => {
    throw Object.assign(new Error('Stack with id Chainbell does not exist'), { name: 'ValidationError' });
  });
const destinations = (...all: readonly object[]) => `-c 'destinations=${JSON.stringify(all)}'`;

told('deploy says what a new stack has, before CDK is called', async ({ type, says }) => {
  noStack();
  const settings = '-c emails=you@example.org -c callsPerDay=800';
  await type(`deploy ${settings} ${destinations({ name: 'team', kind: 'slack' })}`);
  says(`stack Chainbell, a new one, in account 123456789012, us-east-1 tables Watchlist, State, History, Contacts, which begin empty
    chains all from the API at deep-index.moralis.io functions dispatch-polls, poll-wallets, deliver-alerts
    schedule one, every minute, beside alarms and a dashboard
    plan 800 API calls a day, 10 a second: 10 wallets are polled every 22 minutes 30 seconds
    alerts to you@example.org, team (slack) operations to NOBODY by these settings; chainbell subscribe adds one
    cost $0.74 a month for 10 wallets, $4.84 if the account's free alarms and metrics are used up
    rights the functions use these tables and topics, read their own SSM parameters and the account's SMS limit, and may do
    nothing else public nothing: no URL, no port, no bucket $`);
});

told('deploy says what filter a destination or a phone has', async ({ type, says }) => {
  noStack();
  const filter = { direction: ['out'] };
  const phones = JSON.stringify([{ phone: '+4915112345678', filter }, '+4915112345679']);
  const team = { name: 'team', kind: 'slack', filter, operations: true };
  await type(`deploy -c 'phones=${phones}' ${destinations(team, { name: 'pager', kind: 'pagerduty' })}`);
  says(`plan any number of API calls a day, 10 a second: 10 wallets are polled every minute
    alerts to +4915112345678 (only {"direction":["out"]}), +4915112345679, team (slack, only {"direction":["out"]}),
    pager (pagerduty, only {"$or":[{"severity":["critical"]},{"type":["trans… operations to team (slack) cost $1.20 a month`);
});

it.each([
  [{ severity: ['critical', 'warning'] }, true],
  [{ severity: ['critical'] }, false],
  [{ severity: ['critical', 'warning', 'info'] }, false],
  [{ $or: [{ severity: ['warning'] }, { type: ['balance.restored'] }] }, false],
  [{ wallet: [treasury] }, false],
])(
  'deploy says whether a pager with the filter %j misses the end of balance alerts',
  async (filter, never) => {
    noStack();
    const pager = JSON.stringify([{ name: 'pager', kind: 'pagerduty', filter }]);
    const { stdout } = await line.run(['deploy', '-c', `destinations=${pager}`]);
    expect(stdout.includes(', which opens balance.low and drops balance.restored)')).toBe(never);
  },
);

told(
  "deploy counts an existing stack's wallets, each with its own interval, and unreadable rows",
  async ({ type, says }) => {
    await line.putRow({ wallet: treasury, chain: 'polygon', every: '1h' });
    await line.putRow({ wallet: treasury, chain: 'base', paused: true });
    await line.putRow({ wallet: treasury, chain: 'bsc', every: 'often' });
    await type(`deploy -c 'source={"polygon":"node"}'`);
    says(`stack Chainbell, in account 123456789012, us-east-1
    tables Watchlist, State, History, Contacts, whose rows are kept; unreadable and not polled: 1
    chains polygon from a node each, all others from the API at deep-index.moralis.io functions dispatch-polls, poll-wallets
    schedule … 2 wallets are polled every minute or every hour alerts to NOBODY by these settings; chainbell subscribe adds one
    … cost $0.88 a month for 2 wallets,`);
  },
);

it('deploy passes all options to CDK, and returns its exit code', async () => {
  const cdk = vi.fn(() => 7);
  line.asCdk(cdk);
  vi.stubEnv('AWS_PROFILE', 'other');
  const { code } = await line.run('deploy --require-approval never --profile prod -c every=5m'.split(' '));
  expect([code, process.env.AWS_PROFILE]).toEqual([7, 'prod']);
  expect(cdk).toHaveBeenCalledWith('deploy --require-approval never -c every=5m --profile prod'.split(' '));
});

told('deploy says where it works, in a folder that is no checkout', async ({ type, says }) => {
  const folder = vi.spyOn(process, 'cwd').mockReturnValue('/');
  await type('deploy');
  const broken = scratchFolder();
  writeFileSync(join(broken, 'cdk.json'), '{');
  folder.mockReturnValue(broken);
  await type('deploy');
  folder.mockRestore();
  says(`! This folder is no checkout of Chainbell, or its cdk.json is broken: chainbell deploy works in a checkout only. An app with
    the construct is deployed by npx cdk deploy. [exit code 2] $ … ! This folder is no checkout of Chainbell, or its cdk.json is
    broken: … [exit code 2] $`);
});
