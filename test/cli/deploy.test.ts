import { afterEach, describe, expect, it, vi } from 'vitest';
import { treasury } from '../support/alerts.ts';
import { useCommandLine } from '../support/command-line.ts';
import { expectRefusal } from './chainbell.ts';
import { useHealthyDeployment } from './healthy-deployment.ts';

const line = useCommandLine();
useHealthyDeployment(line);
afterEach(() => vi.unstubAllEnvs());

const noStack = () =>
  line.answer('cloudformation:DescribeStacks', () => {
    throw Object.assign(new Error('Stack with id Chainbell does not exist'), { name: 'ValidationError' });
  });

describe('chainbell deploy', () => {
  it('says in ten lines what a new stack has, before CDK is called', async () => {
    noStack();
    const destinations = '[{"name":"team","kind":"slack"}]';
    const settings = ['emails=you@example.org', 'callsPerDay=800', `destinations=${destinations}`];
    const argv = ['deploy', ...settings.flatMap((one) => ['-c', one])];
    const { code, stdout, stderr } = await line.run(argv);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'stack       Chainbell, a new one, in account 123456789012, us-east-1',
      'tables      Watchlist, State, History, Contacts, which begin empty',
      'chains      all from the API at deep-index.moralis.io',
      'functions   dispatch-polls, poll-wallets, deliver-alerts',
      'schedule    one, every minute, beside alarms and a dashboard',
      'plan        800 API calls a day, 10 a second: 10 wallets are polled every 22 minutes 30 seconds',
      'alerts      to you@example.org, team (slack)',
      'operations  to NOBODY by these settings; chainbell subscribe adds one',
      expect.stringMatching(
        /^cost {8}\$\d\.\d\d a month for 10 wallets, \$\d\.\d\d if the account's free alarms and metrics are used up$/,
      ),
      expect.stringMatching(/^rights {6}the functions use these tables and topics, .* nothing else$/),
      'public      nothing: no URL, no port, no bucket',
      '',
    ]);
  });

  it('says what filter a destination or a phone has: without it, it would seem to get everything', async () => {
    noStack();
    const outgoing = { direction: ['out'] };
    const phones = JSON.stringify([{ phone: '+4915112345678', filter: outgoing }, '+4915112345679']);
    const destinations = JSON.stringify([
      { name: 'team', kind: 'slack', filter: outgoing, operations: true },
      { name: 'pager', kind: 'pagerduty' },
    ]);
    const { stdout } = await line.run([
      'deploy',
      '-c',
      `phones=${phones}`,
      '-c',
      `destinations=${destinations}`,
    ]);
    expect(stdout).toMatch(
      /^alerts +to \+4915112345678 \(only \{"direction":\["out"\]\}\), \+4915112345679, team \(slack, only \{"direction":\["out"\]\}\), pager \(pagerduty, only \{.*"critical".*\}\)$/m,
    );
    expect(stdout).toMatch(/^operations +to team \(slack\)$/m);
  });

  it.each([
    [{ severity: ['critical', 'warning'] }, true],
    [{ severity: ['critical'] }, false],
    [{ severity: ['critical', 'warning', 'info'] }, false],
    [{ $or: [{ severity: ['warning'] }, { type: ['balance.restored'] }] }, false],
    [{ wallet: [treasury] }, false],
  ])('says whether a pager with the filter %j never hears that a balance is back', async (filter, never) => {
    noStack();
    const destinations = JSON.stringify([{ name: 'pager', kind: 'pagerduty', filter }]);
    const { stdout } = await line.run(['deploy', '-c', `destinations=${destinations}`]);
    expect(stdout.includes(', which opens balance.low and drops balance.restored)')).toBe(never);
  });

  it('counts unreadable rows, which cost nothing and are not watched', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth' });
    await line.putRow({ wallet: treasury, chain: 'base', every: 'often' });
    const { stdout } = await line.run(['deploy']);
    expect(stdout).toMatch(/^tables +.*, whose rows are kept; unreadable and not polled: 1$/m);
    expect(stdout).toMatch(/^cost +.* a month for 1 wallets?, /m);
  });

  it('counts the wallets of a stack that is there, each with its own interval', async () => {
    await line.putRow({ wallet: treasury, chain: 'polygon', every: '1h' });
    await line.putRow({ wallet: treasury, chain: 'base', paused: true });
    const { stdout } = await line.run(['deploy', '-c', 'source={"polygon":"node"}']);
    expect(stdout).toMatch(/^tables +.*, whose rows are kept$/m);
    expect(stdout).toMatch(/^chains +polygon from a node each, all others from the API at /m);
    expect(stdout).toMatch(/: 2 wallets are polled every minute or every hour$/m);
  });

  it('hands all options to CDK, and its exit code on', async () => {
    const cdk = vi.fn(() => 7);
    line.asCdk(cdk);
    vi.stubEnv('AWS_PROFILE', 'other');
    const { code } = await line.run('deploy --require-approval never --profile prod -c every=5m'.split(' '));
    expect(code).toBe(7);
    const handedOn = 'deploy --require-approval never -c every=5m --profile prod'.split(' ');
    expect(cdk).toHaveBeenCalledWith(handedOn);
    expect(process.env.AWS_PROFILE).toBe('prod');
    line.asCdk(() => 1);
    expect((await line.run(['deploy'])).code).toBe(1);
  });

  it('says where it works, in a folder that is no checkout', async () => {
    const folder = vi.spyOn(process, 'cwd').mockReturnValue('/');
    const ended = await line.run(['deploy']);
    folder.mockRestore();
    expectRefusal(ended, /^This folder is no checkout of Chainbell: .* npx cdk deploy\.$/);
  });
});
