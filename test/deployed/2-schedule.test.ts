import { it } from 'vitest';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { alerts } = await setScene();

// The minute may just have begun, the engine looks at its schedules every ten seconds, and a cold start takes some.
const longestWait = 85_000;

it('a wallet is watched within a minute or so by the schedule alone', {
  timeout: longestWait + 10_000,
}, async () => {
  const wallet = newAddress();
  await stack.putRow({ wallet, chain: 'eth' });
  await alerts.first((alert) => alert.wallet.address === wallet, longestWait);
});
