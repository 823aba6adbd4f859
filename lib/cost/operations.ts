/** Billed operations; this room computes them, and `npm run bench` counts them. */
export type Operations = Readonly<Record<keyof typeof noOperations, number>>;

export const noOperations = {
  lambdaRequests: 0,
  gbSeconds: 0,
  /** DynamoDB's: an eventually consistent read of 4 KB is half a unit. */
  readUnits: 0,
  writeUnits: 0,
  sqsRequests: 0,
  schedulerRuns: 0,
  snsPublishes: 0,
  apiCalls: 0,
  rpcCalls: 0,
  /** A node host's compute units. */
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
