/**
 * A setup file, evaluated before each test file: no mutant is active while modules load. The thread is kept, and changes by
 * the previous mutant to a module's constants would last.
 */
const stryker = (globalThis as { __stryker__?: { activeMutant?: string | undefined } }).__stryker__;
if (stryker !== undefined) stryker.activeMutant = undefined;
