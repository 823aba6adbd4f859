import * as fc from 'fast-check';

/**
 * A setup file: a failing property has noticed the mutant, so it is not shrunk. Each run tries the same
 * inputs, so that a mutant is noticed in every run or in none.
 */
fc.configureGlobal({ endOnFailure: true, seed: 1 });
