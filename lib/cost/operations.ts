/** Billed operations; this room computes them, and `npm run bench` counts them. */
export interface Operations {
  readonly lambdaRequests: number;
  readonly gbSeconds: number;
  /** DynamoDB's: an eventually consistent read of 4 KB is half a unit. */
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly sqsRequests: number;
  readonly schedulerRuns: number;
  readonly snsPublishes: number;
  readonly apiCalls: number;
  readonly rpcCalls: number;
  /** A node host's compute units. */
  readonly rpcUnits: number;
}

export const noOperations: Operations = {
  lambdaRequests: 0,
  gbSeconds: 0,
  readUnits: 0,
  writeUnits: 0,
  sqsRequests: 0,
  schedulerRuns: 0,
  snsPublishes: 0,
  apiCalls: 0,
  rpcCalls: 0,
  rpcUnits: 0,
};

const names = Object.keys(noOperations) as (keyof Operations)[];

export function sumOf(...all: readonly Partial<Operations>[]): Operations {
  return each((name) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0));
}

export function times(factor: number, operations: Partial<Operations>): Operations {
  return each((name) => factor * (operations[name] ?? 0));
}

function each(count: (name: keyof Operations) => number): Operations {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as unknown as Operations;
}
