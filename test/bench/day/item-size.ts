/** Bytes of an item, or of a value, by DynamoDB's rules: names and texts by their length, numbers by pairs of digits. */
export function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.length;
    case 'number':
      return Math.ceil(String(value).length / 2) + 1;
    case 'object':
      break;
    default:
      return 1;
  }
  if (value === null) return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  const entries: readonly (readonly [string | number, unknown])[] = Object.entries(value);
  const names = Array.isArray(value) ? () => 0 : (name: string | number) => String(name).length;
  return entries.reduce((sum, [name, inner]) => sum + names(name) + sizeOf(inner) + 1, 3);
}

export function readUnits(bytes: number, consistent: boolean | undefined): number {
  return Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5);
}

export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1_024));
}
