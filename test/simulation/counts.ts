/** How often each thing happened, by kind: the table at the end of a run. */
export class Counts {
  readonly byKind = new Map<string, number>();

  add(kind: string, count = 1): void {
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + count);
  }

  /** For kinds whose names begin with "largest: ". */
  max(kind: string, value: number): void {
    this.byKind.set(kind, Math.max(this.byKind.get(kind) ?? 0, value));
  }

  addAll(others: Iterable<readonly [string, number]>): void {
    for (const [kind, count] of others) {
      if (kind.startsWith('largest: ')) this.max(kind, count);
      else this.add(kind, count);
    }
  }

  /** The counts of one group, by name, the most frequent first. */
  group(prefix: string): readonly (readonly [string, number])[] {
    return [...this.byKind]
      .filter(([kind]) => kind.startsWith(`${prefix}: `))
      .map(([kind, count]) => [kind.slice(prefix.length + 2), count] as const)
      .sort((a, b) => b[1] - a[1]);
  }
}
