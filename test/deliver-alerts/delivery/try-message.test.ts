import { describe, expect, it } from 'vitest';
import { answerText, tryMessage } from '../../../functions/deliver-alerts/delivery/try-message.ts';
import type { Delivery } from '../../../functions/deliver-alerts/dependencies.ts';
import { createService } from '../../../functions/deliver-alerts/kinds/create-service.ts';
import { NoAnswer } from '../../../functions/deliver-alerts/net/send.ts';
import { ForbiddenAddress } from '../../../functions/runtime/address-guard.ts';
import { revertedAlert } from '../../support/alerts.ts';
import { parameters } from '../../support/worlds/deliver-world.ts';

const message = {
  id: 'a1',
  content: '{}',
  alert: null,
  isUrgent: false,
  topicArn: 'arn:aws:sns:eu-central-1:1:Alerts',
  chat: { headline: '🟢 x', lines: [], link: null, tone: 'in' },
} as const;
const options = { allowLoopback: false, movedTo: null };
const service = createService('slack', JSON.stringify(parameters.slack), options);
const target = { service, fingerprint: 'f', place: 'f', movedTo: () => target };

/** A try that ends with this error. */
const tryWith = (error: Error) => {
  const deps = { clock: { now: () => 0 }, send: () => Promise.reject(error) };
  return tryMessage(message, target, deps as unknown as Delivery);
};

describe('a try without an answer', () => {
  it.each([
    [new NoAnswer('no complete answer'), 'failed', 'no complete answer'],
    [new ForbiddenAddress('it is private'), 'unusable', "its address can't be used: it is private"],
  ])('has no status, and the reason: %s', async (error, kind, reason) => {
    expect(await tryWith(error)).toEqual({ outcome: { kind }, answered: { status: 'none', reason }, target });
  });

  it('because of a fault of Chainbell does not count against the destination', async () => {
    await expect(tryWith(new TypeError('x is no function'))).rejects.toThrow('x is no function');
  });
});

it('a message in place of a refused edit waits for its turn, if that comes after the last try of this worker', async () => {
  const made: unknown[] = [];
  const waited: unknown[] = [];
  const deps = {
    clock: { now: () => 1_000 },
    sent: { referenceOf: async () => '7' },
    send: async (call: unknown) => {
      made.push(call);
      return { status: 400, headers: {}, body: '' };
    },
    pace: {
      take: async (_lanes: unknown, _deadline: unknown, isUrgent: unknown) => {
        waited.push(isUrgent);
        return 4_600;
      },
    },
  };
  const reverting = { ...message, alert: revertedAlert(), isUrgent: true };
  const { outcome } = await tryMessage(reverting, target, deps as unknown as Delivery);
  expect([outcome, made.length, waited]).toEqual([{ kind: 'throttled', waitMs: 3_600 }, 1, [true]]);
});

const said = (body: string, secrets: readonly string[] = []) =>
  answerText({ status: 400, headers: {}, body }, secrets);

describe("a service's answer is reported", () => {
  it.each([
    ['', '400'],
    ['no_team', '400: no_team'],
    ['{"description":"Bad Request: chat not found","message":"other"}', '400: Bad Request: chat not found'],
    ['{"message":"Unknown Webhook","error":"other"}', '400: Unknown Webhook'],
    ['{"error":"no such field"}', '400: no such field'],
    ['{"detail":"x"}', '400'],
    ['{"message":7}', '400'],
    ['<html>Bad gateway</html>', '400'],
    ['a {brace', '400'],
    ['two\nlines\u0000', '400: two lines'],
    ['see example.org/x', '400: see example(.)org/x'],
  ])('by %j as %j', (body, text) => {
    expect(said(body)).toBe(text);
  });

  it('in 200 characters at most', () => {
    expect(said('x'.repeat(1_000)).length).toBeLessThanOrEqual(205);
    expect(said('x'.repeat(1_000)).length).toBeGreaterThan(190);
    const atTheCut = 'x'.repeat(190);
    expect(said(`${atTheCut}1234:abcdefgh`, ['1234:abcdefgh'])).toBe(`400: ${atTheCut}[secret]`);
  });

  it('without a secret, its coded form, its path, its query or a long part of them', () => {
    const url = 'https://hooks.example.org/services/abcdefgh/short?key=k&sig=ijklm%2Fnop';
    const parts = ['/services/abcdefgh/short', 'abcdefgh', '?key=k&sig=ijklm%2Fnop', 'ijklm%2Fnop'];
    for (const quoted of [url, encodeURIComponent(url), ...parts])
      expect(said(`no ${quoted} here`, [url])).toBe('400: no [secret] here');
    expect(said('no short here', [url])).toBe('400: no short here');
    expect(said('1234:abc and 1234%3Aabc', ['1234:abc'])).toBe('400: [secret] and [secret]');
  });
});
