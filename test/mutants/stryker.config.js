/** What StrykerJS does in each room; which rooms there are stands in run.ts. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Enough on a machine that has other work, where a quick run must not count as one that hangs.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 10,
  // What a module does as it is loaded, such as a table of words: each would need all modules loaded anew.
  ignoreStatic: true,
  // It would be read with what TypeScript 7 has no more.
  tsconfigFile: 'none',
  // A mutant is tried again only where it, or a test that reaches it, has changed.
  incremental: true,
  ignorePatterns: ['reports', '.deployed', 'bin', 'cdk.out', 'dist', 'test/deployed'],
  // Of each room with all its parts, which only run.ts knows.
  thresholds: { high: 95, low: 85, break: null },
  reporters: ['json', 'html', 'progress-append-only'],
  logLevel: 'warn',
  allowConsoleColors: false,
};
