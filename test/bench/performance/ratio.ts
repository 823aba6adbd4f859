/** Two things done side by side: the median of how much more the first costs, and of what each costs in milliseconds. */
export interface Ratio {
  readonly name: string;
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  /** What the ratio is to be at the most; null where it is told for its own sake. */
  readonly goal: number | null;
  /** What a cost is of, where many of them are made in a second. */
  readonly of?: string;
}

type Cost = () => Promise<number>;

/** Costs both in turn, `rounds` times after one to warm up: what else the machine does falls on both alike. */
export async function ratioOf(
  name: string,
  goal: number | null,
  ours: Cost,
  bare: Cost,
  rounds = 15,
): Promise<Ratio> {
  await ours();
  await bare();
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), bare: await bare() });
  return {
    name,
    goal,
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
  };
}

/** Milliseconds of processor time that one of `times` repetitions takes, all threads together. */
export async function processorTime(times: number, once: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await once();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000 / times;
}

/** Milliseconds that pass while `all` is done, for each of so many parts of it. */
export async function elapsedTime(parts: number, all: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await all();
  return (performance.now() - begun) / parts;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
