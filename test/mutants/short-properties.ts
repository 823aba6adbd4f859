import * as fc from 'fast-check';

/**
 * A setup file: a property that fails has noticed the mutant, and nobody reads its smallest failure. Each run tries the same
 * inputs, so that a mutant is noticed in all of them or in none.
 */
fc.configureGlobal({ endOnFailure: true, seed: 1 });
