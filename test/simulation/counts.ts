/** How often each thing happened, by kind: what the table at the end of a run shows. */
export class Counts {
  readonly byKind: Map<string, number>;

  constructor(entries: Iterable<readonly [string, number]> = []) {
    this.byKind = new Map(entries);
  }

  add(kind: string, count = 1): void {
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + count);
  }

  /** Keeps the maximum for kinds that begin with "largest: ". */
  max(kind: `largest: ${string}`, value: number): void {
    this.byKind.set(kind, Math.max(this.byKind.get(kind) ?? 0, value));
  }

  addAll(others: Iterable<readonly [string, number]>): void {
    for (const [kind, count] of others) {
      if (isLargest(kind)) this.max(kind, count);
      else this.add(kind, count);
    }
  }

  /** Those of one group, by name, the most frequent first. */
  group(prefix: string): readonly (readonly [string, number])[] {
    return [...this.byKind]
      .filter(([kind]) => kind.startsWith(`${prefix}: `))
      .map(([kind, count]) => [kind.slice(prefix.length + 2), count] as const)
      .sort((a, b) => b[1] - a[1]);
  }
}

function isLargest(kind: string): kind is `largest: ${string}` {
  return kind.startsWith('largest: ');
}
