/**
 * A setup file, evaluated before each test file: no mutant is active while modules load. Its thread is kept, and what the
 * mutant before would do to a module's own constants would last.
 */
const stryker = (globalThis as { __stryker__?: { activeMutant?: string | undefined } }).__stryker__;
if (stryker !== undefined) stryker.activeMutant = undefined;
