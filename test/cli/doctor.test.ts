import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { version } from '../../functions/deliver-alerts/version.ts';
import { createIncidentTable } from '../../functions/incidents/incident-table.ts';
import { createHeartbeatTable } from '../../functions/state/counts/heartbeat-table.ts';
import { createLateAlerts } from '../../functions/state/counts/late-alerts.ts';
import { createTally } from '../../functions/state/counts/tally.ts';
import { neverPolled } from '../../functions/state/cursor.ts';
import { createStateTable } from '../../functions/state/state-table.ts';
import { exchange, treasury, watchOf } from '../support/alerts.ts';
import { commandTime, useCommandLine } from '../support/command-line.ts';
import { stateTable } from '../support/embedded.ts';
import { testKey } from '../support/test-key.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { hush, rememberYou, useHealthyDeployment } from './healthy-deployment.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);

interface Found {
  readonly check: string;
  readonly state: string;
  readonly says: string;
}

/** What is not well. */
async function complaints(): Promise<{ code: number | null; bad: Found[] }> {
  const { code, stdout } = await line.run(['doctor', '--json']);
  expect(stdout).not.toContain(hush);
  expect(stdout).not.toContain(testKey);
  return { code, bad: JSON.parse(stdout).filter(({ state }: Found) => state !== 'ok') };
}

describe('chainbell doctor', () => {
  it('finds nothing if all is well, with a line for each part', async () => {
    await rememberYou(line);
    const { code, stdout, stderr } = await line.run(['doctor']);
    expect([code, stderr]).toEqual([0, '']);
    const checks = stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((row) => row.split(/ {2,}/));
    expect(checks.map(([state]) => state)).toEqual(checks.map(() => 'ok'));
    expect(stdout).toMatch(new RegExp(`^ok +version +deployed ${version.replaceAll('.', '\\.')}, `, 'm'));
    expect(checks.map(([, check]) => check).join(', ')).toBe(
      'credentials, stack, version, code, api key, nodes, tables, rows, plan, schedule, last tick, heartbeat, ' +
        'latency, subscriptions, sms, destinations, queues, alarms',
    );
  });

  it('switches on with --fix what somebody switched off, says so, and looks again', async () => {
    Object.assign(deployed, { schedule: 'DISABLED' });
    Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' });
    expect((await line.run(['doctor'])).stdout).toMatch(
      /^Not well: schedule, queues\. npx chainbell doctor --fix mends 2 of these: schedule, queues\.\n$/m,
    );
    const { code, stdout, stderr } = await line.run(['doctor', '--fix']);
    expect([code, stderr]).toEqual([
      0,
      "schedule: The schedule is on.\nqueues: the poll function's trigger is on.\n",
    ]);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
  });

  it('names wallets that are paused, for nobody hears of them', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Savings', paused: true });
    expect((await line.run(['doctor'])).stdout).toMatch(
      /^ok +rows +watched: \d, of them paused: 1 \(Savings \(0x\w{40}\) on eth\)$/m,
    );
  });

  it('names a wallet that fails, by its label', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', label: 'Savings' });
    const states = createStateTable(stateTable(line.aws), virtualClock());
    const failing = { since: commandTime, reason: 'The API says no.', published: true };
    await states.save(watchOf({ wallet: treasury }), { ...neverPolled, failing });
    expect(await complaints()).toEqual({
      code: 1,
      bad: [
        {
          check: 'rows',
          state: 'wrong',
          says: `Savings (${checksumAddress(treasury)}) on eth is failing since 2026-01-02 03:04: The API says no.`,
        },
      ],
    });
  });

  it('names a wallet whose fromBlock has a digit too many, if another wallet shows how far the chain is', async () => {
    const states = createStateTable(stateTable(line.aws), virtualClock());
    const since = new Date(commandTime).toISOString();
    const start = { since, block: 210_000_000, timedTo: 0 };
    await line.putRow({ wallet: exchange, chain: 'eth', label: 'Savings', fromBlock: '210000000' });
    expect(await complaints()).toEqual({ code: 0, bad: [] });
    const anchor = { block: 21_000_000, minedAt: commandTime / 1_000 - 86_400 };
    await states.save(watchOf({ wallet: treasury }), { ...neverPolled, anchor });
    const says = async () => (await complaints()).bad.map((one) => one.says);
    expect(await says()).toEqual([
      expect.stringMatching(
        /^Savings .* is failing since .*: fromBlock 210000000 is a block that eth has not reached, .*: correct it\.$/,
      ),
    ]);
    await states.save(watchOf({ wallet: exchange }), { ...neverPolled, start });
    expect(await says()).toEqual([
      expect.stringMatching(/correct it, and delete its item in the State table/),
    ]);
    expect((await line.run(['list'])).stdout).toContain(
      'fromBlock 210000000 is a block that eth has not reached',
    );
    await line.putRow({ wallet: exchange, chain: 'eth', label: 'Savings', fromBlock: '21000000' });
    expect(await complaints()).toEqual({ code: 0, bad: [] });
  });

  it.each([
    ['dynamodb:DescribeTable', 'tables'],
    ['cloudwatch:DescribeAlarms', 'alarms'],
    ['scheduler:GetSchedule', 'schedule'],
    ['dynamodb:GetItem', 'subscriptions'],
  ])('goes on without %s, and names it', async (action, check) => {
    line.refuse(action);
    const { code, bad } = await complaints();
    expect(code).toBe(1);
    expect(bad).toEqual([{ check, state: 'unknown', says: expect.stringContaining(action) }]);
  });

  it('names an attribute that nobody reads', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', minAmont: '5' });
    const says = `${checksumAddress(treasury)} on eth: minAmont is not read: did you mean minAmount?`;
    expect(await complaints()).toEqual({ code: 1, bad: [{ check: 'rows', state: 'wrong', says }] });
  });

  it('shows nothing of a row or an alarm that acts upon the terminal', async () => {
    await line.putRow({ wallet: '0x\u001b[2J', chain: 'eth' });
    const { code, stdout, stderr } = await line.run(['doctor']);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^wrong +rows +0x\[2J on eth is NOT watched/m);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  it('names a wallet that ticks can not have polled', async () => {
    const incidents = createIncidentTable(stateTable(line.aws));
    const what = { type: 'wallet.failing', wallet: treasury, chain: 'eth', reason: 'No logs.' } as const;
    const record = { since: commandTime, claimedAt: commandTime, published: true, whatToDo: 'Wait.' };
    await incidents.add({ key: 'wallet.failing#1', ...what, ...record });
    const { bad } = await complaints();
    expect(bad).toEqual([
      {
        check: 'rows',
        state: 'wrong',
        says: expect.stringMatching(/ on eth is failing since .*: No logs\.$/),
      },
    ]);
  });

  it('does not count a subscriber as lost who subscribed again', async () => {
    const [email] = deployed.subscriptions.alerts;
    deployed.subscriptions.alerts.push({ ...email, SubscriptionArn: 'Deleted' });
    expect(await complaints()).toEqual({ code: 0, bad: [] });
  });

  it('says what it means that no monitor outside is set', async () => {
    expect((await line.run(['doctor'])).stdout).toMatch(
      /^ok +heartbeat +none: if all of it stops, alarms too, nobody hears of it, as on a quiet day \(npx chainbell heartbeat set\)$/m,
    );
  });

  const called = { at: new Date(commandTime - 60_000).toISOString(), isWell: true, answer: '200' };
  it.each([
    ['taken', {}, 'ok', /^taken at /],
    [
      'not taken',
      { answer: '404' },
      'wrong',
      /^the monitor did not accept the heartbeat of [-\d]+ [\d:]+ UTC \(404\)\. Check its URL and put it again: npx chainbell heartbeat set\.$/,
    ],
    [
      'a failure',
      { isWell: false },
      'wrong',
      /^the heartbeat of .* went to \/fail: .* or a node that rows need is not heard\./,
    ],
    ['long ago', { at: new Date(commandTime - 20 * 60_000).toISOString() }, 'wrong', /^none since /],
  ])('says when the heartbeat last went out: %s', async (_, over, state, says) => {
    deployed.parameters['/chainbell/heartbeat'] = `https://monitor.example.org/${hush}`;
    const table = createHeartbeatTable(stateTable(line.aws), { now: () => commandTime });
    await table.remember({ tick: 't', polls: 1, dueAt: 0, called: { ...called, ...over } });
    const { stdout } = await line.run(['doctor', '--json']);
    expect(stdout).not.toContain(hush);
    const found: Found[] = JSON.parse(stdout);
    expect(found.filter(({ check }) => check === 'heartbeat')).toEqual([
      { check: 'heartbeat', state, says: expect.stringMatching(says) },
    ]);
  });

  it('says how long the alerts of 30 days took, and nothing of older ones', async () => {
    const latency = async () => {
      const { stdout } = await line.run(['doctor', '--json']);
      const found: Found[] = JSON.parse(stdout);
      return found.filter(({ check }) => check === 'latency').map(({ says }) => says);
    };
    const count = async (daysAgo: number, all: readonly number[]) => {
      const clock = { now: () => commandTime - daysAgo * 86_400_000 };
      const tally = createTally(stateTable(line.aws), clock);
      for (const seconds of all) tally.latency(seconds);
      await tally.flush();
    };
    await count(30, [9_000]);
    expect(await latency()).toEqual(['no alert in 30 days']);
    await count(
      29,
      Array.from({ length: 94 }, () => 12),
    );
    await count(0, [90, 90, 440, 440, 440, 7_200]);
    expect(await latency()).toEqual([
      'alerts of 30 days, from the block on: 50 % within 12 seconds, 95 % within 90 seconds, 99 % within 8 minutes',
    ]);
    const lateAlerts = createLateAlerts(stateTable(line.aws), { now: () => commandTime });
    lateAlerts.add(watchOf({ wallet: treasury }), 'SNS');
    await lateAlerts.flush();
    expect((await latency()).at(-1)).toMatch(
      /^late alerts of 0x\w{40} on eth: 1, most because SNS did not take it$/i,
    );
  });

  it('counts what nodes save of the plan, and no dead node', async () => {
    for (const n of [1, 2, 3]) await line.putRow({ wallet: treasury.replace(/.$/, String(n)), chain: 'eth' });
    expect(await complaints()).toEqual({ code: 0, bad: [] });
    deployed.parameters['/chainbell/rpc/eth'] = `http://127.0.0.1:9/${hush}`;
    const { bad } = await complaints();
    expect(bad.map(({ check }) => check)).toEqual(['nodes', 'plan']);
  });
});

describe('a stack whose chains are read from their nodes', () => {
  const readFromNode = () => {
    deployed.dispatch.SOURCES = '"node"';
  };

  it('needs no key, and no check misses one', async () => {
    readFromNode();
    delete deployed.parameters['/chainbell/api-key'];
    const { code, stdout } = await line.run(['doctor']);
    expect(stdout).toMatch(/ok +api key +no watched chain is read from the API: no key is needed/);
    expect(code).toBe(0);
  });

  it('is not watched without a node, and the command that mends it is named', async () => {
    readFromNode();
    delete deployed.parameters['/chainbell/rpc/eth'];
    const { code, stdout } = await line.run(['doctor']);
    expect(stdout).toContain(
      'eth is to be read from its node, and there is none, so its wallets are not watched: npx chainbell rpc set eth.',
    );
    expect(code).toBe(1);
  });
});
