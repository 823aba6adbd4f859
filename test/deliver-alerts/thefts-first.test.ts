import { describe, expect, inject, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import type { DestinationKind } from '../../functions/deliver-alerts/environment.ts';
import { controlAlert, transferAlert } from '../support/alerts.ts';
import { type DeliverWorld, deliverWorld } from '../support/worlds/deliver-world.ts';
import { walletsOf } from './stories.ts';

const group = { token: '1234:abcdefghij', chat: -100 };
const walletNumber = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/** Publishes an alert of a wallet, by default for outgoing money. */
function publish(
  world: DeliverWorld,
  address: string,
  label = 'Robbed',
  direction: 'in' | 'out' = 'out',
): void {
  const alert = transferAlert({ id: `${label} ${address}`, watch: { label }, transfer: { direction } });
  world.send(JSON.stringify({ ...alert, wallet: { ...alert.wallet, address } }));
}

const isTheft = ({ body }: { readonly body: string }) => body.includes('Robbed');

describe('a theft among forty alerts that wait for a chat', () => {
  const chats = [
    ['telegram', 40, 2_000, 2_000],
    ['telegram', 3, 20_000, 2_000],
    ['slack', 40, 5_000, 2_000],
    ['discord', 40, 5_000, 5_000],
  ] as const;
  it.each(inject('thorough') ? chats : [])(
    'is in %s within seconds: %i wallets, published after %i ms',
    async (kind: DestinationKind, count, at, within) => {
      const world = deliverWorld(kind, kind === 'telegram' ? { parameter: group } : {});
      world.transfers(40, walletsOf(count));
      await world.pass(at);
      const published = world.now();
      publish(world, walletNumber(999));
      await world.pass(240_000);
      const theft = world.made.find(isTheft);
      expect((theft?.at ?? Number.NaN) - published).toBeLessThan(within);
      expect(world.made).toHaveLength(41);
      expect(world.queue()).toEqual([]);
    },
  );

  it('and a change of who can move the money do not wait in Telegram: after a 429 they are sent next', async () => {
    const world = deliverWorld('telegram', { parameter: group });
    world.transfers(40, walletsOf(40));
    await world.pass(20_000);
    const published = world.now() + 4_000;
    const tooMany = { status: 429, body: '{"parameters":{"retry_after":5}}' };
    world.answer(({ at }) => (at < published ? tooMany : {}));
    await world.pass(4_000);
    world.send(JSON.stringify(controlAlert({}, { wallet: parseAddress(walletNumber(999)) })));
    await world.pass(240_000);
    const change = world.made.find(({ body }) => body.includes('now runs the code'));
    expect((change?.at ?? Number.NaN) - published).toBeLessThan(12_000);
  });

  it('does not overtake earlier alerts of its wallet, which go with it if they arrive together', async () => {
    const world = deliverWorld('telegram', { parameter: group });
    world.transfers(40, walletsOf(40));
    await world.pass(20_000);
    const published = world.now();
    for (const label of ['First', 'Second']) publish(world, walletNumber(999), label, 'in');
    publish(world, walletNumber(999));
    await world.pass(15_000);
    const own = world.made.filter(({ body }) => /First|Second|Robbed/.test(body));
    const named = own.map(({ body }) => /First|Second|Robbed/.exec(body)?.[0]);
    expect(named).toEqual(['First', 'Second', 'Robbed']);
    expect((own[2]?.at ?? Number.NaN) - published).toBeLessThan(12_000);
  });
});
