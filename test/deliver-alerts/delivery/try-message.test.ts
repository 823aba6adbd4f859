import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../functions/deliver-alerts/delivery/delivery.ts';
import { tryMessage } from '../../../functions/deliver-alerts/delivery/try-message.ts';
import { createService } from '../../../functions/deliver-alerts/kinds/create-service.ts';
import { NoAnswer } from '../../../functions/deliver-alerts/net/send.ts';
import { ForbiddenAddress } from '../../../functions/runtime/address-guard.ts';
import { parameters } from '../../support/deliver-world.ts';

const message = {
  id: 'a1',
  content: '{}',
  chat: { headline: '🟢 x', lines: [], link: null, tone: 'in' },
} as const;
const service = createService('slack', JSON.stringify(parameters.slack), {
  allowLoopback: false,
  movedTo: null,
});
const target = { service, fingerprint: 'f', place: 'f' };

/** A try that ends with this error. */
const tryWith = (error: Error) => {
  const deps = {
    clock: { now: () => 0 },
    async send() {
      throw error;
    },
  };
  return tryMessage(message, null, target, { deps } as unknown as Delivery);
};

describe('a try without an answer', () => {
  it.each([
    [new NoAnswer('no complete answer within 10 seconds'), 'failed', 'no complete answer within 10 seconds'],
    [
      new ForbiddenAddress('its name resolves to a forbidden address'),
      'unusable',
      "its address can't be used: its name resolves to a forbidden address",
    ],
  ])('has no status, and the reason: %s', async (error, kind, reason) => {
    expect(await tryWith(error)).toEqual({ outcome: { kind }, answered: { status: 'none', reason }, target });
  });

  it('for a fault of ours is no failure of the destination', async () => {
    await expect(tryWith(new TypeError('x is no function'))).rejects.toThrow('x is no function');
  });
});
