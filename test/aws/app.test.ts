import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));

describe('the CDK app', () => {
  it('stops at a wrong setting with one sentence and no stack trace', async () => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ every: 'soon' }) };
    await expect(run(process.execPath, [app], { env })).rejects.toMatchObject({
      code: 1,
      stderr:
        'The setting every can\'t be "soon": it takes an interval such as 15s, 30s, 1m, 5m or 1h: 5s or more, and whole minutes above 1m.\n',
    });
  });
});
