import { expect, it } from 'vitest';
import { type OutgoingAlert, toSnsMessage } from '../../functions/alert/publish.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { treasury } from '../support/alerts.ts';
import { PollWorld } from '../support/worlds/poll-world.ts';

it('"Now watching" announces a row once, and not again for its node part', async () => {
  const world = new PollWorld();
  const both = { wallet: treasury, chain: 'eth', watch: 'erc20,native' };
  for (const part of [{}, { part: 'node' as const }])
    await pollWallets(world.message([both], part), world.deps, world.now + 60_000);
  expect(world.published.map(({ type }) => type)).toEqual(['wallet.watching']);
});

const pace = { everySeconds: 135, askedSeconds: 60, callsPerDay: 800 };
const row = { wallet: treasury, chain: 'eth', minAmount: '1000', direction: 'IN', singles: '5' };

/** Polls the row until SNS takes its first alert. @returns that alert */
async function firstAlert(refusals: number): Promise<OutgoingAlert | undefined> {
  const world = new PollWorld();
  const taken: OutgoingAlert[] = [];
  for (let poll = 0; poll <= refusals; poll += 1) {
    world.advance(60_000);
    const publish = async (alerts: readonly OutgoingAlert[]) => {
      if (poll < refusals) return { published: 0, failure: new Error('SNS throttles') };
      taken.push(...alerts);
      return { published: alerts.length, failure: null };
    };
    const message = world.message([row], { tick: '', deadline: world.now, pace });
    await pollWallets(message, { ...world.deps, publish }, world.now + 60_000);
  }
  return taken[0];
}

it.each([0, 1])('"Now watching" says what the row asks for, after %i refusals of SNS', async (refusals) => {
  const alert = await firstAlert(refusals);
  if (alert === undefined) throw new Error('nothing was published');
  const { email, default: json } = JSON.parse(toSnsMessage(alert).Message);
  expect(email).toContain(
    'Direction: in only\nTokens: all\nMinimum: 1,000 of any token, whatever one is worth\n',
  );
  expect(email).toContain('Polled: every 2 minutes 15 seconds, as your plan of 800 calls a day allows');
  expect(email).toContain('\nSingles: 5 an hour, 15 a day\n');
  expect(JSON.parse(json)).not.toHaveProperty('settings');
});
