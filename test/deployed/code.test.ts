import { UpdateFunctionCodeCommand } from '@aws-sdk/client-lambda';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { functionZip } from '../../lib/aws/bundling.ts';
import { run } from '../cli/chainbell.ts';
import { stack } from './support/the-stack.ts';

const { DispatchPollsFunctionName } = stack.outputs;
const built = functionZip('dispatch-polls');

/** Replaces the code, as a person with the right to change a function would. */
async function replaceCode(zip: Uint8Array): Promise<void> {
  const FunctionName = DispatchPollsFunctionName;
  await stack.aws.lambda.send(new UpdateFunctionCodeCommand({ FunctionName, ZipFile: zip }));
}
afterAll(() => replaceCode(built));

/** Doctor's line about the code. */
async function diagnosis(): Promise<unknown> {
  const { stdout } = await run(['doctor', '--json']);
  return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'code');
}

it('matches what this checkout builds, and a changed byte is found', {
  timeout: 120_000,
}, async () => {
  expect(await diagnosis()).toMatchObject({ state: 'ok' });
  const { 'index.mjs': program = new Uint8Array(), ...others } = unzipSync(built);
  await replaceCode(zipSync({ ...others, 'index.mjs': Buffer.concat([program, Buffer.from('\n')]) }));
  expect(await diagnosis()).toMatchObject({
    state: 'wrong',
    says: expect.stringMatching(/^dispatch-polls runs other code /),
  });
});
