import { expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { createHeartbeatTable } from '../../../functions/state/counts/heartbeat-table.ts';
import { createTally } from '../../../functions/state/counts/tally.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { lookAtAlarms } from '../../../lib/cli/doctor/backlog-checks.ts';
import { findingsOf } from '../../../lib/cli/doctor/findings.ts';
import { Unusable } from '../../../lib/cli/unusable.ts';
import { exchange, treasury, watchOf } from '../../support/alerts.ts';
import { commandTime, describedStack, useCommandLine } from '../../support/command-line.ts';
import { stateTable } from '../../support/embedded.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { record, rememberYou, useHealthyDeployment } from '../healthy-deployment.ts';
import { hush, transcripts } from '../transcript.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);
const told = transcripts(line);
const saveState = (wallet: typeof treasury, over: Partial<Cursor>) =>
  createStateTable(stateTable(line.aws), virtualClock()).save(watchOf({ wallet }), {
    ...neverPolled,
    ...over,
  });
const address = checksumAddress(parseAddress(exchange));
const iso = (time: number) => new Date(time).toISOString();

/** Doctor's lines for these parts. */
async function saysOf(...parts: readonly string[]): Promise<unknown[]> {
  const { stdout } = await line.run(['doctor', '--json']);
  expect(stdout).not.toContain(hush);
  return JSON.parse(stdout).flatMap(({ check, state, says }: Record<'check' | 'state' | 'says', string>) =>
    parts.includes(check) ? [`${state}: ${says}`] : [],
  );
}

told('doctor has a line for each part, and finds nothing if all is well', async ({ type, says }) => {
  await rememberYou(line);
  await type('doctor');
  const [email] = deployed.subscriptions.alerts;
  deployed.subscriptions.alerts.push({ ...email, SubscriptionArn: 'Deleted' });
  await type('doctor --json');
  says(`$ chainbell doctor ok credentials arn:aws:iam::123456789012:user/x in account 123456789012, region us-east-1
    ok stack Chainbell is complete (UPDATE_COMPLETE), deployed 2026-01-02 03:04 ok version deployed …, the same as here
    ok code the functions run the code of this checkout, byte for byte ok api key the API takes the key in /chainbell/api-key
    ok nodes the node of eth answers ok tables 4 are active ok rows watched: 1, of them paused: 0
    ok plan 5000 calls a day are enough for all wallets at their intervals ok schedule a tick every minute
    ok last tick 2026-01-02 03:04 UTC ok heartbeat none: if Chainbell and its alarms stop, nobody notices (npx chainbell heartbeat set) ok latency no alert in 30 days ok subscriptions 3, all of them confirmed
    ok sms $0.10 of the month's $10 are spent ok destinations team (slack) has its secret ok queues 3 are empty
    ok alarms none of 1 rings All is well. $
    … { "check": "subscriptions", "state": "ok", "says": "4, all of them confirmed" }, … "says": "none of 1 rings" } ] $`);
});

told('doctor --fix switches on what is switched off, says so, and checks again', async ({ type, says }) => {
  Object.assign(deployed, { schedule: 'DISABLED' });
  Object.assign(deployed.readers, {
    PollingTakePolls1A2B: 'Disabled',
    DestinationsTeamTake1A2B: 'Disabling',
  });
  await type('doctor');
  await type('doctor --fix');
  says(`wrong schedule the schedule is off, so no wallet is polled: npx chainbell doctor --fix switches it on. …
    wrong queues the poll function's trigger is off, so no wallet is polled: npx chainbell doctor --fix switches it on.
    wrong queues a trigger of the deliver function is off, so a destination gets none: npx chainbell doctor --fix … on. …
    Not well: schedule, queues. npx chainbell doctor --fix mends 2 of these: schedule, queues. [exit code 1] $
    … ok schedule a tick every minute … ok queues 3 are empty … All is well. ! schedule: The schedule is on.
    ! queues: the poll function's trigger is on. ! queues: a trigger of the deliver function is on. $`);
});

told('a command that a text names has the options of the stack that was asked', async ({ type, says }) => {
  line.answer('cloudformation:DescribeStacks', () => describedStack(line.aws));
  Object.assign(deployed, { schedule: 'DISABLED', parameters: {} });
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'chainbell list' });
  const where = '--stack Second --region eu-west-1';
  for (const words of ['doctor', `show ${treasury} --json`, `add ${treasury}`, 'key set', 'export'])
    await type(`${words} ${where}`);
  await type(`import - --json ${where}`, `wallet\n${exchange}\n`);
  Object.assign(deployed, { schedule: 'ENABLED' });
  for (const words of [`add ${exchange} --force`, 'contacts list']) await type(`${words} ${where}`);
  says(`is not set, so no wallet is polled: npx chainbell key set ${where}. …
    npx chainbell doctor ${where} --fix switches it on. … npx chainbell destination set ${where} team. …
    npx chainbell doctor ${where} --fix mends 1 of these: schedule. [exit code 1] $ …
    "toDo": "npx chainbell doctor ${where} --fix switches it on." …
    ! … is watched on eth already: chainbell set ${where} changes its row, … $ … eth,chainbell list $
    … is off. npx chainbell doctor ${where} --fix switches it on. $
    … the API key is missing (/chainbell/api-key). npx chainbell key set ${where}. $
    … No address has a name yet: chainbell contacts add ${where} gives a name. $`);
});

it('doctor --fix keeps all else of the schedule, and goes on after a step that fails', async () => {
  const schedule = {
    ...{ Name: 'tick', GroupName: 'default', Description: 'one tick a minute' },
    ...{ ScheduleExpression: 'cron(* * * * ? *)', FlexibleTimeWindow: { Mode: 'OFF' } },
    Target: { Arn: 'dispatch', RoleArn: 'role', Input: '{}', RetryPolicy: { MaximumRetryAttempts: 0 } },
  };
  line.answer('scheduler:GetSchedule', () => ({ ...schedule, State: 'DISABLED' }));
  Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' });
  const updates: unknown[] = [];
  line.answer('scheduler:UpdateSchedule', (input) => {
    updates.push(input);
    throw new Error('not now');
  });
  const { stderr } = await line.run(['doctor', '--fix']);
  expect(updates).toEqual([{ ...schedule, State: 'ENABLED' }]);
  expect(stderr).toBe(`schedule: can't be mended: not now\nqueues: the poll function's trigger is on.\n`);
});

it('doctor takes the newest of the ticks, in whatever order CloudWatch names them', async () => {
  line.answer('cloudwatch:GetMetricStatistics', ({ MetricName }) => ({
    Datapoints: [0, 1].map((minutes) => {
      const Timestamp = new Date(commandTime - minutes * 60_000);
      return { Timestamp, Sum: MetricName === 'Errors' ? 0 : 1, Maximum: 0 };
    }),
  }));
  expect(await saysOf('last tick')).toEqual(['ok: 2026-01-02 03:04 UTC']);
});

it('doctor finds nothing wrong with a table that is being changed', async () => {
  line.answer('dynamodb:DescribeTable', () => ({ Table: { TableStatus: 'UPDATING' } }));
  expect(await saysOf('tables')).toEqual(['ok: 4 are active']);
});

it('doctor names rows that are paused, misspelt, or have control characters', async () => {
  const row = { wallet: treasury, chain: 'eth', label: 'Savings' };
  await line.putRow({ ...row, paused: true });
  await saveState(treasury, { failing: { since: commandTime, reason: 'The API says no.', published: true } });
  expect(await saysOf('rows')).toEqual([
    'ok: watched: 1, of them paused: 1 (Savings (0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045) on eth)',
  ]);
  await line.putRow({ ...row, minAmont: '5', paused: true });
  await line.putRow({ wallet: '0x\u001b[2J', chain: 'eth' });
  expect(await saysOf('rows')).toEqual([
    expect.stringMatching(
      /^wrong: 0x\[2J on eth is NOT watched: .* is not an address: .* Delete the row in the console/,
    ),
    expect.stringMatching(/^wrong: Savings .* on eth: minAmont is not read: did you mean minAmount\?$/),
  ]);
});

it('a command says what to do about a stack whose first deploy was rolled back', async () => {
  const half = { Stacks: [{ StackStatus: 'ROLLBACK_COMPLETE', Outputs: [] }] };
  line.answer('cloudformation:DescribeStacks', () => half);
  for (const command of ['doctor', 'list'])
    expect(await line.run([command])).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringMatching(
        /\(ROLLBACK_COMPLETE\)\. Read its events .* npx cdk deploy again, or name another stack/,
      ),
    });
});

it('doctor looks at no resource of the app that has Chainbell in its stack, and mends none', async () => {
  const own = 'https://sqs.x/1/orders-dead-letters';
  const called: string[] = [];
  const resources = [
    ['AWS::Scheduler::Schedule', 'NightlyBatch', 'nightly'],
    ['AWS::Scheduler::Schedule', 'AlertsPollingTick1A2B', 'tick'],
    ['AWS::Lambda::EventSourceMapping', 'OrdersReader', 'orders'],
    ['AWS::Lambda::EventSourceMapping', 'AlertsPollingTakePolls1A2B', 'polls'],
    ['AWS::Lambda::EventSourceMapping', 'OtherAlertsPollingTakePolls1A2B', 'of another Chainbell'],
    ['AWS::Lambda::Function', 'AlertsPollingDispatchPollsFunction1A2B', 'dispatch'],
    ['AWS::SQS::Queue', 'OrdersDeadLetters', own],
    ['AWS::SQS::Queue', 'AlertsPollingPolls1A2B', 'https://sqs.x/1/polls'],
    ['AWS::CloudWatch::Alarm', 'Busy', 'busy'],
  ].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
    return { ResourceType, LogicalResourceId, PhysicalResourceId };
  });
  line.answer('cloudformation:ListStackResources', () => ({ StackResourceSummaries: resources }));
  line.answer('scheduler:GetSchedule', ({ Name }) => ({ State: Name === 'tick' ? 'ENABLED' : 'DISABLED' }));
  line.answer('lambda:GetEventSourceMapping', ({ UUID }) => ({
    State: UUID === 'polls' ? 'Enabled' : 'Disabled',
  }));
  line.answer('sqs:GetQueueAttributes', ({ QueueUrl }) => {
    return { Attributes: { ApproximateNumberOfMessages: QueueUrl === own ? '1' : '0' } };
  });
  for (const call of ['lambda:UpdateEventSourceMapping', 'scheduler:UpdateSchedule', 'sqs:GetQueueUrl'])
    line.answer(call, (input) => {
      called.push(`${call} ${JSON.stringify(input)}`);
      return {};
    });
  expect(await saysOf('schedule', 'queues')).toEqual(['ok: a tick every minute', 'ok: 1 are empty']);
  await line.run(['doctor', '--fix']);
  expect(called).toEqual([]);
});

it('doctor finds the resources of a Chainbell called Monitoring or Destinations, a word that CDK does not repeat', async () => {
  const resources = [
    ['AWS::Lambda::Function', 'OurMonitoringPollingDispatchPollsFunction1A2B', 'dispatch'],
    ['AWS::CloudWatch::Alarm', 'OurMonitoringPollsBlocked1A2B', 'blocked'],
    ['AWS::CloudWatch::Alarm', 'Busy', 'busy'],
  ];
  line.answer('cloudformation:ListStackResources', () => ({
    StackResourceSummaries: resources.map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
      return { ResourceType, LogicalResourceId, PhysicalResourceId };
    }),
  }));
  line.answer('cloudwatch:DescribeAlarms', ({ AlarmNames }) => ({
    MetricAlarms: [AlarmNames].flat().map((AlarmName) => ({ AlarmName, StateValue: 'ALARM' })),
  }));
  expect(await saysOf('alarms')).toEqual([expect.stringContaining('blocked')]);
  for (const parts of resources) parts[1] = String(parts[1]).replace('OurMonitoring', 'Destinations');
  resources.push(['AWS::SQS::Queue', 'Destinationsteam1A2B', 'https://sqs.x/1/Chainbell-team']);
  expect(await saysOf('queues')).toEqual(['ok: 1 are empty']);
});

it('doctor takes alerts that wait for a destination called deadline for no dead letters', async () => {
  deployed.queues['Chainbell-deadline'] = '2';
  expect(await saysOf('queues')).toEqual(['ok: 2 messages wait in Chainbell-deadline']);
});

it('doctor names a failing wallet by its label, and one that no tick can have polled', async () => {
  await line.putRow({ wallet: treasury, chain: 'eth', label: 'Savings' });
  await saveState(treasury, { failing: { since: commandTime, reason: 'The API says no.', published: true } });
  expect(await saysOf('rows')).toEqual([
    expect.stringMatching(/^wrong: Savings .* is failing since 2026-01-02 03:04: The API says no\.$/),
  ]);
  await line.putRow({ wallet: exchange, chain: 'eth' });
  const of = { type: 'wallet.failing', wallet: exchange, chain: 'eth' } as const;
  await record(line, { ...of, reason: 'No logs.', whatToDo: 'Wait.' });
  expect(await saysOf('rows')).toEqual([
    expect.stringMatching(/ on eth is failing .*: No logs\.$/),
    expect.stringMatching(/Savings/),
  ]);
});

it('doctor and list name a fromBlock with a digit too many, if another wallet shows how far the chain is', async () => {
  const row = { wallet: exchange, chain: 'eth', label: 'Savings' };
  await line.putRow({ ...row, fromBlock: '210000000' });
  await saveState(treasury, { anchor: { block: 21_000_000, minedAt: commandTime / 1_000 - 86_400 } });
  expect(await saysOf('rows')).toEqual([
    expect.stringMatching(/: eth has not reached fromBlock 210000000, .*: correct it\.$/),
  ]);
  await saveState(exchange, { start: { since: iso(commandTime), block: 210_000_000, timedTo: 0 } });
  expect(await saysOf('rows')).toEqual([
    expect.stringMatching(/: correct it, and delete its item in the State table, so that it begins anew\.$/),
  ]);
  expect((await line.run(['list'])).stdout).toContain('eth has not reached fromBlock 210000000');
  await line.putRow({ ...row, fromBlock: '21000000' });
  const last = parseAddress(`0x${'f'.repeat(40)}`);
  await line.putRow({ wallet: last, chain: 'eth' });
  await saveState(last, { anchor: { block: 100, minedAt: commandTime / 1_000 } });
  expect(await saysOf('rows')).toEqual(['ok: watched: 3, of them paused: 0']);
});

it('a part that can not be checked is reported by a sentence, without a class name', async () => {
  const look = () => Promise.reject(new Unusable('There is none.'));
  expect(await findingsOf('plan', look)).toMatchObject([{ says: "can't be looked at: There is none." }]);
});

told('a row whose tokens are of no kind that it watches is called silent', async ({ type, says }) => {
  await type(`add ${address} --chain eth watch=erc20 tokens=native`);
  await type('list');
  await type('doctor');
  const note = 'its watch and ignoreTokens leave out all of its tokens, so NO transfer is reported';
  says(`on the Watchlist of eth, but ${note} … waits for its first poll; ${note} … on eth: ${note} …`);
});

told('list and doctor say that blanks around an address hide a row from commands', async ({ type, says }) => {
  await line.putRow({ wallet: `${address} `, chain: 'eth' });
  await type('list');
  await type('doctor');
  const note = 'blanks around the address hide the row from commands and from the alerts of other wallets';
  says(`… waits for its first poll; ${note} … ${address} on eth: ${note} …`);
});

told('list and doctor say which attributes of a row only a node would show', async ({ type, says }) => {
  await line.putRow({ wallet: address, chain: '0x1', watch: 'nft' });
  const reason =
    'The row asks for nft, which only a node of eth shows, and there is none. The rest of the row is watched.';
  const of = { type: 'row.attribute', wallet: address, chain: '0x1', about: { isShared: true } } as const;
  await record(line, { ...of, reason, whatToDo: '' });
  await type('list');
  await type('doctor');
  says(
    `… partly watched since 2026-01-02 03:04: ${reason} … ${address} on 0x1 is partly watched since 2026-01-02 03:04: ${reason} …`,
  );
});

it('doctor says when the last heartbeat went out, and its outcome', async () => {
  expect(await saysOf('heartbeat')).toEqual([
    'ok: none: if Chainbell and its alarms stop, nobody notices (npx chainbell heartbeat set)',
  ]);
  deployed.parameters['/chainbell/heartbeat'] = `https://monitor.example.org/${hush}`;
  const table = createHeartbeatTable(stateTable(line.aws), { now: () => commandTime });
  const called = { at: iso(commandTime - 60_000), isWell: true, answer: '200' };
  for (const [over, said] of [
    [{}, 'ok: accepted at 2026-01-02 03:03 UTC'],
    [
      { answer: '404' },
      expect.stringMatching(/^wrong: the monitor did not accept the heartbeat of .* \(404\)\./),
    ],
    [
      { isWell: false },
      expect.stringMatching(/^wrong: the heartbeat of .* went to \/fail: polls were not answered/),
    ],
    [
      { at: iso(commandTime - 20 * 60_000) },
      expect.stringMatching(/^wrong: none since 2026-01-02 02:44 UTC: /),
    ],
  ]) {
    await table.remember({ tick: 't', polls: 1, dueAt: 0, called: { ...called, ...over } });
    expect(await saysOf('heartbeat')).toEqual([said]);
  }
});

it('doctor says how long the alerts of the last 30 days took, without older ones', async () => {
  const count = async (daysAgo: number, all: readonly number[]) => {
    const tally = createTally(stateTable(line.aws), { now: () => commandTime - daysAgo * 86_400_000 });
    for (const seconds of all) tally.latency(seconds);
    await tally.flush();
  };
  await count(30, [9_000]);
  expect(await saysOf('latency')).toEqual(['ok: no alert in 30 days']);
  await count(29, Array(94).fill(12));
  await count(0, [90, 90, 440, 440, 440, 7_200]);
  expect(await saysOf('latency')).toEqual([
    'ok: alerts of 30 days, from the block on: 50 % within 12 seconds, 95 % within 90 seconds, 99 % within 8 minutes',
  ]);
});

it('doctor counts the calls that nodes save, but not those of a dead node', async () => {
  for (const n of [1, 2, 3]) await line.putRow({ wallet: treasury.replace(/.$/, String(n)), chain: 'eth' });
  await line.putRow({ wallet: exchange, chain: 'base', every: '5s', paused: true });
  expect(await saysOf('nodes', 'plan')).toEqual([
    'ok: the node of eth answers',
    'ok: 5000 calls a day are enough for all wallets at their intervals',
  ]);
  deployed.parameters['/chainbell/rpc/eth'] = `http://127.0.0.1:9/${hush}`;
  expect(await saysOf('nodes', 'plan')).toEqual([
    expect.stringMatching(
      /^wrong: the node of eth does not work, so its wallets are polled as if there were/,
    ),
    expect.stringMatching(/^wrong: 5000 calls a day are too few: every interval is 1\.4 times as long\./),
  ]);
});

it('a stack whose chains are read from nodes needs the nodes, but no key', async () => {
  deployed.dispatch.SOURCES = '"node"';
  delete deployed.parameters['/chainbell/api-key'];
  await line.putRow({ wallet: treasury, chain: 'base' });
  const isMissing = expect.stringMatching(/^wrong: base is read from its node, but no node is set, /);
  expect(await saysOf('api key', 'nodes')).toEqual([
    'ok: no watched chain is read from the API: no key is needed',
    'ok: the node of eth answers',
    isMissing,
  ]);
  delete deployed.parameters['/chainbell/rpc/eth'];
  expect(await saysOf('nodes')).toEqual([
    isMissing,
    expect.stringMatching(
      /^wrong: eth is read from its node, but no node is set, so its wallets are not watched/,
    ),
  ]);
});

it('doctor asks for each alarm of a stack with twenty destinations', async () => {
  const resources = async () => Array.from({ length: 33 }, (_, i) => ({ id: `alarm ${i}` }));
  const send = async ({ input }: { input: { AlarmNames: string[] } }) => ({
    MetricAlarms: input.AlarmNames.map((AlarmName) => ({ AlarmName, StateValue: 'ALARM' })),
  });
  const aws = { cloudwatch: async () => ({ send }) };
  expect(await lookAtAlarms({ aws, resources } as never)).toHaveLength(33);
});

it('doctor names the one of several phones that answered STOP', async () => {
  const second = { Protocol: 'sms', Endpoint: '+4915112345679', SubscriptionArn: 'arn:aws:sns:w' };
  deployed.subscriptions.alerts.push(second);
  line.answer('sns:CheckIfPhoneNumberIsOptedOut', ({ phoneNumber }) => ({
    isOptedOut: phoneNumber === second.Endpoint,
  }));
  expect(await saysOf('sms')).toEqual([expect.stringMatching(/^wrong: \+4915112345679 answered STOP/)]);
});

it('doctor says that nobody gets alerts if the only subscriber has not confirmed', async () => {
  const [email] = deployed.subscriptions.alerts;
  deployed.subscriptions.alerts = [{ ...email, SubscriptionArn: 'PendingConfirmation' }];
  const nobody = expect.stringMatching(/^wrong: nobody gets alerts: /);
  expect(await saysOf('subscriptions')).toContainEqual(nobody);
});
