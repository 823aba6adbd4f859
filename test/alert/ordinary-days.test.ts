import { expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { addresses, seeded } from '../spam/poisoning/random-addresses.ts';
import { gold, party, treasury, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/worlds/minute-world.ts';

const watch = watchOf();
const usdt = { address: parseAddress('0xdac17f958d2ee523a2206206994597c13d831ec7'), symbol: 'USDT' };
/** `npm test` plays a few of the days. */
const days = inject('thorough') ? 400 : 20;

/** Each day has salaries, suppliers, customers, an exchange, a first payment to a payee, and an unasked airdrop. */
async function ordinaryDays(): Promise<{ alerts: Alert[]; contacts: ReadonlySet<string> }> {
  const random = seeded(7);
  const world = new MinuteWorld();
  const contacts = addresses(random, 20);
  const suppliers = addresses(random, 60);
  const customers = addresses(random, 200);
  const oneOf = (some: readonly Address[]) => some[Math.floor(random() * some.length)] ?? treasury;
  const cents = () => BigInt(1 + Math.floor(random() * 5_000_000)) * 10_000n;
  const out = (to: Address) => ({ from: party(treasury), to: party(to), value: cents() });
  const into = (from: Address) => ({ from: party(from), to: party(treasury), value: cents() });
  world.people = new Map(contacts.map((one, i) => [one, { name: `Contact ${i}`, isOwn: false }]));
  await world.poll(watch);
  const alerts: Alert[] = [];
  for (let day = 0; day < days; day += 1) {
    const mined: Happening[] = [
      [out(oneOf(contacts))],
      [out(oneOf(contacts)), usdt],
      [out(oneOf(suppliers))],
      [into(oneOf(customers))],
      [into(oneOf(customers)), usdt],
      [out(addresses(random, 1)[0] ?? treasury)],
      [{ ...into(oneOf(suppliers)), value: 1n }, gold],
    ];
    world.advance(24 * 3_600_000);
    alerts.push(...(await world.step(watch, ...mined)));
  }
  return { alerts, contacts: new Set(contacts) };
}

it('of a thousand alerts of ordinary days at most one is critical, and none of a payment to a contact is', {
  timeout: 60_000,
}, async () => {
  const { alerts, contacts } = await ordinaryDays();
  const toContacts = alerts.filter(
    (alert) => 'transfer' in alert && contacts.has(alert.transfer.to.address ?? ''),
  );
  const critical = alerts.filter(({ severity }) => severity === 'critical');
  expect(alerts.length).toBeGreaterThan(5 * days);
  expect(critical.length / alerts.length).toBeLessThanOrEqual(1 / 1_000);
  expect(toContacts.length).toBe(2 * days);
  expect(new Set(toContacts.map(({ severity }) => severity))).toEqual(new Set(['info']));
});
