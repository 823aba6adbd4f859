import { afterAll, beforeAll, it } from 'vitest';
import type { FakeApi } from '../support/fake-api.ts';
import { outputs } from './support/aws.ts';
import { type Inbox, subscribeQueue } from './support/inbox.ts';
import {
  clearWatchlist,
  newAddress,
  pollsSettled,
  putKey,
  putRow,
  startApi,
  validKey,
} from './support/stack-under-test.ts';

let api: FakeApi;
let alerts: Inbox;

beforeAll(async () => {
  api = await startApi();
  await putKey(validKey);
  alerts = await subscribeQueue(outputs.AlertsTopicArn);
});

afterAll(async () => {
  await clearWatchlist();
  await pollsSettled();
  await api.close();
});

// The minute may just have begun, the engine looks at its schedules every ten seconds, and a cold start takes some.
const longestWait = 85_000;

it('a wallet is watched within a minute or so by the schedule alone', {
  timeout: longestWait + 10_000,
}, async () => {
  const wallet = newAddress();
  await putRow({ wallet, chain: 'eth' });
  await alerts.first((alert) => alert.wallet.address === wallet, longestWait);
});
