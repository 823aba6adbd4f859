/** Loaded before an app: removes features newer than Node 20, as if a newer Node lacked them. */
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
