import type { Rule } from '../rule.ts';

const toMany = /disperse|multi-?send|bulk-?send|batch-?send|air-?drop/i;

/** The sender's label says that it pays many at once. So do payrolls: it takes a second sign. */
export const massSender: Rule = {
  name: 'mass-sender',
  find: ({ transfer: { direction, from } }) =>
    direction === 'in' && from.label !== null && toMany.test(from.label)
      ? 'It was sent to many people at once. If you did not expect it, leave it alone.'
      : null,
};
