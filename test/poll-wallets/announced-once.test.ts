import { expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { treasury } from '../support/alerts.ts';
import { PollWorld } from '../support/worlds/poll-world.ts';

it('"Now watching" announces a row once, and not again for its node watch', async () => {
  const world = new PollWorld();
  const both = { wallet: treasury, chain: 'eth', watch: 'erc20,native' };
  for (const kind of [{}, { part: 'node' as const }])
    await pollWallets(world.message([both], kind), world.deps, world.now + 60_000);
  expect(world.published.map(({ type }) => type)).toEqual(['wallet.watching']);
});
