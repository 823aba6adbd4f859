/** Faults of the API, one name a kind: those in observed.md, and those of any HTTP service. */
export const apiFaults = [
  'status 302',
  'status 400',
  'status 401, key refused',
  'status 401, plan exhausted',
  'status 403',
  'status 404',
  'status 408',
  'status 413',
  'status 424',
  'status 429',
  'status 429 with Retry-After',
  'status 500',
  'status 502 with a web page',
  'status 503 with Retry-After',
  'status 504',
  'web page with status 200',
  'empty body',
  'body cut short',
  'body {}',
  'result is no list',
  'one entry is no object',
  'reset before the headers',
  'reset in the body',
  'hang before the headers',
  'hang in the body',
  'slow drip',
  'slow reply',
  'cursor repeats',
  'cursor is no text',
  'pages overlap',
  'pages follow the chain',
  'page smaller than asked',
  'empty page with a cursor',
  'rows out of order',
  'rows repeated in a page',
  'form of the document',
  'one object as result',
  'wrong counts in the envelope',
  'names left out',
  'unknown fields',
  'a row of another wallet',
  'stale read',
] as const;
export type ApiFault = (typeof apiFaults)[number];

/** What AWS can do wrong. */
export const awsFaults = [
  'DynamoDB throttles a write',
  'DynamoDB writes and the answer is lost',
  'DynamoDB writes, the answer is lost, the SDK repeats',
  'DynamoDB throttles a read',
  'DynamoDB leaves keys unread',
  'DynamoDB leaves puts unwritten',
  'DynamoDB answers late',
  'SNS refuses',
  'SNS takes it and the answer is lost',
  'SNS hangs',
  'SQS refuses a batch',
  'SQS refuses part of a batch',
  'SQS delivers twice',
  'SQS delivers late',
] as const;
/** Used only by name, so that the stories of all seeds stay the same. */
export const laterAwsFaults = ['SNS refuses operations'] as const;
export type AwsFault = (typeof awsFaults)[number] | (typeof laterAwsFaults)[number];

/** A service of AWS that can be slow as a whole. */
export const awsServices = ['DynamoDB', 'SNS', 'SQS', 'SSM'] as const;
export type AwsService = (typeof awsServices)[number];
