import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useScratchFolder } from '../support/scratch-folder.ts';

const run = promisify(execFile);
const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));
const withoutNode22 = new URL('without-node-22.ts', import.meta.url).href;
/** The folder of cdk.json, where CDK's command starts the app. */
const cwd = useScratchFolder();

describe('the CDK app', () => {
  it('stops at a wrong setting with one sentence and no stack trace', async () => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ every: 'soon' }) };
    await expect(run(process.execPath, [app], { cwd, env })).rejects.toMatchObject({
      code: 1,
      stderr:
        'The setting every can\'t be "soon": it takes an interval such as 15s, 30s, 1m, 5m or 1h: 5s or more, and whole minutes above 1m.\n',
    });
  });

  it('stops if a stack for a local engine would go to a real account', async () => {
    await writeFile(join(cwd, 'chainbell.json'), '{"localEngine": true}');
    const env = { ...process.env, CDK_DEFAULT_ACCOUNT: '111122223333' };
    await expect(run(process.execPath, [app], { cwd, env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The setting localEngine .* 111122223333: .*\.\n$/),
    });
  });

  it('is synthesised without features newer than Node 20, which the construct must support', async () => {
    await writeFile(join(cwd, 'chainbell.json'), '{}');
    const settings = {
      'aws:cdk:bundling-stacks': [],
      coinBaseUrl: 'https://coins.example.org',
      runbookUrl: 'https://example.org/runbook',
      emails: ['ada@example.org'],
      webhooks: ['https://example.org/hook'],
      destinations: [{ name: 'night', kind: 'slack' }],
      callsPerDay: 1_000,
    };
    const outdir = join(cwd, 'out');
    const env = {
      ...process.env,
      CDK_CONTEXT_JSON: JSON.stringify(settings),
      CDK_OUTDIR: outdir,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
    };
    await run(process.execPath, ['--import', withoutNode22, app], { cwd, env });
    expect(await readFile(join(outdir, 'Chainbell.template.json'), 'utf8')).toContain('ada@example.org');
  });
});
