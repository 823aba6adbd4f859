import { expect, it } from 'vitest';
import * as errors from '../../functions/transfer/source-errors.ts';

it('a fault of the API has the name that logs and dashboards know it by', () => {
  const { KeyMissing, KeyRefused, PlanExhausted, RateLimited, NoSlot, BadRequest } = errors;
  const { UpstreamUnavailable, UnreadableReply } = errors;
  const all = [
    new KeyRefused('', ''),
    new KeyMissing('', ''),
    new PlanExhausted(''),
    new RateLimited('', 7),
    new NoSlot(''),
    new BadRequest('', 400, null),
    new UpstreamUnavailable('', 503),
    new UnreadableReply(''),
  ];
  expect(all.map(({ name }) => name)).toEqual([
    'KeyRefused',
    'KeyMissing',
    'PlanExhausted',
    'RateLimited',
    'NoTurn',
    'BadRequest',
    'UpstreamUnavailable',
    'UnreadableReply',
  ]);
});

it('an unavailable API says when to come back where it told', () => {
  const { UpstreamUnavailable } = errors;
  expect(new UpstreamUnavailable('', 503, { retryAfterSeconds: 60 }).retryAfterSeconds).toBe(60);
  expect(new UpstreamUnavailable('', 503, { cause: 'x' }).retryAfterSeconds).toBeNull();
  expect(new UpstreamUnavailable('', null).retryAfterSeconds).toBeNull();
});
