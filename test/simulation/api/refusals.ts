import { type Reply, refusal } from '../../../lib/simulated-api/reply.ts';
import { keyRefused, planExhausted, tooManyRequests } from '../../support/fakes/api-refusals.ts';
import type { ApiFault } from '../faults.ts';

/** An answer as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const page = '<html><body><h1>Bad Gateway</h1></body></html>';

const written = ({ status, body, headers }: Reply): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const refuse = (status: number, message: string | string[], headers: Answer['headers'] = {}): Answer =>
  written({ ...refusal(status, message), headers });
const ok = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'application/json' }, body });

export const keyRefusedAnswer = written(keyRefused);
export const contractsRefusedAnswer = refuse(400, ['property contract_addresses should not exist']);
export const cursorExpiredAnswer = refuse(400, 'Invalid cursor');

/** Answers without a page. */
export const refusals: Partial<Record<ApiFault, Answer>> = {
  'status 302': { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' },
  'status 400': refuse(400, ['chain must be a valid enum value']),
  'status 401, key refused': keyRefusedAnswer,
  'status 401, plan exhausted': written(planExhausted),
  'status 403': refuse(403, 'Forbidden'),
  'status 404': refuse(404, 'Not found'),
  'status 408': refuse(408, 'Request timeout'),
  'status 413': refuse(413, 'Payload too large'),
  'status 424': refuse(424, 'Failed dependency'),
  'status 429': written(tooManyRequests),
  'status 429 with Retry-After': refuse(429, 'Too many requests', { 'retry-after': '90' }),
  'status 500': refuse(500, 'Internal server error'),
  'status 502 with a web page': { status: 502, headers: { 'content-type': 'text/html' }, body: page },
  'status 503 with Retry-After': refuse(503, 'Maintenance', { 'retry-after': '2' }),
  'status 504': { status: 504, headers: {}, body: '{}' },
  'web page with status 200': { status: 200, headers: { 'content-type': 'text/html' }, body: page },
  'empty body': ok(''),
  'body {}': ok('{}'),
  'result is no list': ok('{"page":0,"page_size":100,"cursor":null,"result":"none"}'),
};
