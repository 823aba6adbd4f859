import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { checksumAddress, readAddress } from '../../../functions/chain/address.ts';

type Json = Record<string, unknown>;

/** The size at which DynamoDB ends a page of a scan. */
const bytesPerPage = 1_000_000;
/** About the duration of a call in a region. */
const milliseconds = 8;

/**
 * DynamoDB, SSM and SQS over HTTP, as far as dispatching calls them: a Watchlist of this many rows, each begun long ago, no parameter,
 * and a queue that accepts everything. The function under test uses the same clients as in Lambda.
 */
export function standInAws(rows: number): { readonly server: Server; readonly polls: () => number } {
  const items = Array.from({ length: rows }, (_, n) => itemOf(n));
  let polls = 0;

  const operations: Readonly<Record<string, (input: Json) => unknown>> = {
    Scan: (input) => scan(items, input),
    BatchGetItem: (input) => states(input),
    Query: () => '{"Items":[],"Count":0}',
    GetItem: () => '{}',
    SendMessageBatch: ({ Entries }) => {
      const entries = Entries as { Id: string; MessageBody: string }[];
      for (const { MessageBody } of entries) polls += MessageBody.split('"wallet":').length - 1;
      return JSON.stringify({ Successful: entries.map(taken), Failed: [] });
    },
  };
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = operations[operation]?.(JSON.parse(Buffer.concat(parts).toString()));
    setTimeout(() => {
      response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
      const __type = operation === 'GetParameter' ? 'ParameterNotFound' : 'ValidationException';
      response.end(answer ?? JSON.stringify({ __type, message: operation }));
    }, milliseconds);
  });
  return { server, polls: () => polls };
}

/** Typical rows: half of the addresses in checksum case, most with a label, one in ten polled twice a minute. */
function itemOf(n: number): string {
  const address = readAddress(`0x${createHash('sha256').update(String(n)).digest('hex').slice(0, 40)}`);
  if (address === null) throw new Error('no address');
  return JSON.stringify({
    wallet: { S: n % 2 === 0 ? address : checksumAddress(address) },
    chain: { S: n % 3 === 0 ? 'polygon' : 'eth' },
    ...(n % 4 === 0 ? {} : { label: { S: `Customer ${n}` } }),
    ...(n % 10 === 0 ? { minAmount: { N: '12.5' }, direction: { S: 'in' } } : {}),
    ...(n % 10 === 5 ? { every: { S: '30s' } } : {}),
    ...(n % 20 === 0 ? { tags: { L: [{ S: 'payroll' }] }, note: { S: 'asked for by the auditors' } } : {}),
  });
}

/** One page of a segment: the rows are split evenly. */
function scan(
  items: readonly string[],
  { Segment = 0, TotalSegments = 1, Limit = Number.POSITIVE_INFINITY, ExclusiveStartKey }: Json,
): string {
  const share = Math.ceil(items.length / Number(TotalSegments));
  const end = Math.min(items.length, share * (Number(Segment) + 1));
  const start = ExclusiveStartKey as { place: { S: string } } | undefined;
  const from = start === undefined ? share * Number(Segment) : Number(start.place.S);
  let to = from;
  for (let bytes = 0; to < end && to - from < Number(Limit) && bytes < bytesPerPage; to += 1)
    bytes += items[to]?.length ?? 0;
  const last = to < end ? `,"LastEvaluatedKey":{"place":{"S":"${to}"}}` : '';
  return `{"Items":[${items.slice(from, to).join(',')}],"Count":${to - from}${last}}`;
}

/** Every state that is asked for exists. */
function states({ RequestItems }: Json): string {
  const [[table, { Keys }] = ['', { Keys: [] }]] = Object.entries(
    RequestItems as Record<string, { Keys: Json[] }>,
  );
  const start = {
    M: { since: { S: '2026-01-02T03:04:05.000Z' }, block: { N: '18000000' }, timedTo: { N: '18000000' } },
  };
  const found = Keys.filter(({ wallet }) => !JSON.stringify(wallet).includes('#'));
  return JSON.stringify({ Responses: { [table]: found.map((key) => ({ ...key, start })) } });
}

function taken({ Id, MessageBody }: { Id: string; MessageBody: string }): Json {
  const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
  return { Id, MessageId: Id, MD5OfMessageBody };
}
