import fc from 'fast-check';

/** Checks a property for values of these kinds. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void,
  parameters: fc.Parameters<Values> = {},
): void {
  fc.assert(fc.property<Values>(...arbitraries, check), parameters);
}
