import { describe, expect, it, onTestFinished } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import { startInbox } from '../../lib/local/inbox/inbox-server.ts';
import { localEngines } from '../../lib/local-engines.ts';
import { treasury } from '../support/alerts.ts';
import { takeAlerts, useEmbeddedAws } from '../support/embedded.ts';
import { run } from './chainbell.ts';

const embedded = useEmbeddedAws();

/** The page of a local run on these engines; its port. */
async function pageOf(engines: unknown): Promise<string> {
  const about = { text: 'a test', chains: ['eth'] };
  const addRow = async () => true;
  const given = engines === null ? {} : { engines: localEngines.parse(engines) };
  const inbox = await startInbox({ port: 0, addedNote: '', addRow, about, ...given });
  onTestFinished(() => inbox.stop());
  return new URL(inbox.address).port;
}

describe('--local', () => {
  it('works on the run whose page has that port', async () => {
    const port = await pageOf(embedded.aws);
    expect(await run(['add', treasury, 'label=Treasury', '--local', port])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await run(['list', '--local', port]);
    expect(stdout).toMatch(
      new RegExp(`^${checksumAddress(treasury)} +eth +Treasury .*waits for its first poll$`, 'm'),
    );
    expect((await run(['test', '--local', port])).code).toBe(0);
    expect(await takeAlerts(embedded.aws)).toHaveLength(1);
  });

  it('says in one sentence where there is none, and what a local run has not', async () => {
    expect(await run(['list', '--local', 'here'])).toMatchObject({
      code: 2,
      stderr: '--local: "here" is no port.\n',
    });
    expect(await run(['list', '--local', await pageOf(null)])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^No local run has its page at port \d+: npm start makes one[^\n]*\n$/),
    });
    const port = await pageOf(embedded.aws);
    expect(await run(['key', 'set', '--local', port], 'a-key')).toMatchObject({
      code: 2,
      stderr: 'The local run has no Lambda: this takes a deployed stack.\n',
    });
  });
});
