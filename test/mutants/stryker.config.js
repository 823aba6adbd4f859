/** StrykerJS's settings for each room; run.ts lists the rooms. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long enough for a busy machine, on which a normal run must not count as a hang.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 10,
  // Ignores code that runs while a module loads, such as a table of words: each mutant would need all modules loaded again.
  ignoreStatic: true,
  // Reading the file would need an API that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  // A mutant is tried again only if it, or a test that covers it, has changed.
  incremental: true,
  ignorePatterns: ['reports', '.deployed', 'bin', 'cdk.out', 'dist', 'test/deployed'],
  // run.ts reports each room with all its parts.
  thresholds: { high: 95, low: 90, break: null },
  reporters: ['json', 'html', 'progress-append-only'],
  logLevel: 'warn',
  allowConsoleColors: false,
};
