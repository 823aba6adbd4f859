import { expect, it } from 'vitest';
import { deliverEnvironment } from '../../functions/deliver-alerts/environment.ts';
import { dispatchEnvironment } from '../../functions/dispatch-polls/environment.ts';
import { pollEnvironment } from '../../functions/poll-wallets/environment.ts';
import { workersFor } from '../../lib/limits.ts';
import { resource, synthesised } from './synthesised.ts';

const token = 'eth:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
/** Every setting that a function reads, each with a value other than its default. */
const other = synthesised({
  baseUrl: 'https://api.example.org',
  apiVersion: 'v2.2',
  coinArrayStyle: 'comma',
  coinBaseUrl: 'https://coins.example.org',
  coins: { [token]: '0x1::asset::USDC' },
  prices: 'defillama',
  priceBaseUrl: 'https://prices.example.org',
  source: { eth: 'node' },
  callsPerSecond: 40,
  callsPerDay: 800,
  apiKeyParameter: '/other/key',
  every: '5m',
  sweepEvery: '2h',
  scanEvery: '30s',
  rpcParameters: '/other/rpc',
  heartbeatParameter: '/other/beat',
  summary: 'daily',
  historyDays: 30,
  runbookUrl: 'https://wiki.example.org/runbook',
  stackName: 'Other',
  localEngine: true,
  destinations: [{ name: 'team', kind: 'slack' }],
});

/** The variables of all functions, and those of the first two. */
const toAll = {
  OPS_TOPIC_ARN: 'TopicsOperations73808476',
  RUNBOOK_URL: 'https://wiki.example.org/runbook',
  STACK_NAME: 'Other',
  STATE_TABLE: 'TablesState705891C2',
};
const toPolls = {
  ...toAll,
  ALERTS_TOPIC_ARN: 'TopicsAlerts790CC8DD',
  CALLS_PER_DAY: 800,
  CALLS_PER_SECOND: 40,
  SOURCES: { '0x1': 'node' },
  WATCHLIST_TABLE: 'TablesWatchlistCE1F4CDF',
};

it.each([
  [
    'PollingDispatchPolls',
    dispatchEnvironment,
    {
      ...toPolls,
      EVERY_SECONDS: 300,
      HEARTBEAT_PARAMETER: '/other/beat',
      LOOPBACK: 'allowed',
      POLLS_QUEUE_URL: 'PollingPollsBFCD0DA8',
      RPC_PARAMETERS: '/other/rpc',
      SCAN_SECONDS: 30,
      SUMMARY: 'daily',
      SWEEP_SECONDS: 7200,
      WAKE_UPS_QUEUE_URL: 'PollingWakeUps8745E8C7',
    },
  ],
  [
    'PollingPollWallets',
    pollEnvironment,
    {
      ...toPolls,
      API_KEY_PARAMETER: '/other/key',
      API_VERSION: 'v2.2',
      BASE_URL: 'https://api.example.org',
      COINS: '{"0x1:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913":"0x1::asset::USDC"}',
      COIN_ARRAY_STYLE: 'comma',
      COIN_BASE_URL: 'https://coins.example.org',
      CONTACTS_TABLE: 'TablesContactsF93627A8',
      HISTORY_DAYS: 30,
      HISTORY_TABLE: 'TablesHistory40CCE7D9',
      PRICE_BASE_URL: 'https://prices.example.org',
      WORKER_ALERTS_PER_SECOND: 2,
    },
  ],
  [
    'DestinationsDeliverAlerts',
    deliverEnvironment,
    {
      ...toAll,
      DELIVERIES_TABLE: 'DestinationsDeliveries5CE424FA',
      DESTINATIONS: {
        team: 'slack',
      },
      LOOPBACK: 'allowed',
      QUEUE_URL: 'Destinationsteam1D2B4483',
    },
  ],
] as const)('%s has in its environment exactly the settings that it reads', (name, environment, given) => {
  const { NODE_OPTIONS, ...variables } = resource(other, 'AWS::Lambda::Function', name).properties.Environment
    .Variables as Record<string, string | object>;
  expect(NODE_OPTIONS).toBe('--enable-source-maps');
  // References become their target's logical id, where a deployment would fill in a name.
  const filledIn = Object.entries(variables).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : Object.values(value).flat()[0],
  ]);
  expect(environment.strict().parse(Object.fromEntries(filledIn))).toEqual(given);
});

it('a plan without a daily limit, and no price service, are empty strings', () => {
  const poll = resource(synthesised(), 'AWS::Lambda::Function', 'PollingPollWallets').properties;
  expect(poll.Environment.Variables).toMatchObject({ CALLS_PER_DAY: '', PRICE_BASE_URL: '' });
});

it.each([
  [0.5, { concurrency: 4, alertsPerSecond: 2 }],
  [80, { concurrency: 4, alertsPerSecond: 2 }],
  [160, { concurrency: 8, alertsPerSecond: 1 }],
  [320, { concurrency: 16, alertsPerSecond: 0.5 }],
  [5_000, { concurrency: 50, alertsPerSecond: 0.5 }],
])('for %d calls a second there are workers whose alerts SNS email takes', (callsPerSecond, workers) => {
  expect(workersFor(callsPerSecond)).toEqual(workers);
});
