import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { functionFolders, functionZip } from '../../lib/aws/bundling.ts';

/**
 * Kilobytes: a cold start reads and compiles all of it. `import { z }` in place of `* as z` adds 360. dispatch-polls
 * contains the list of genuine contracts, by which it ranks activity, but not the tables of look-alike letters.
 */
const maxKilobytes = { 'dispatch-polls': 860, 'poll-wallets': 1_800, 'deliver-alerts': 1_650 };

it.each(functionFolders)('the bundle of %s stays within its size', (folder) => {
  const { 'index.mjs': program } = unzipSync(functionZip(folder));
  expect(program?.length).toBeLessThan(maxKilobytes[folder] * 1_000);
});
