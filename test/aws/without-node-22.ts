/** Loaded before an app: takes away what came after Node 20, so that a younger Node has it no more. */
const younger: readonly (readonly [object, readonly string[]])[] = [
  [URL, ['parse']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Array, ['fromAsync']],
  [Promise, ['withResolvers', 'try']],
  [RegExp, ['escape']],
  [
    Set.prototype,
    'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'.split(' '),
  ],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
];
for (const [of, names] of younger) for (const name of names) Reflect.deleteProperty(of, name);
