import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { ownCoin } from '../../functions/node/token-metadata.ts';
import { createNodeJournal } from '../../functions/state/node-journal.ts';
import { describedTransfer, exchange, treasury, watchOf } from '../support/alerts.ts';
import { commandTime, useCommandLine } from '../support/command-line.ts';
import { stateTable } from '../support/embedded.ts';
import { FakeApi, faults } from '../support/fake-api.ts';
import { scratchFile } from '../support/scratch-folder.ts';
import { testKey } from '../support/test-key.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { pollEnvironment } from './healthy-deployment.ts';

const line = useCommandLine();
const address = checksumAddress(parseAddress(treasury));
const lure = {
  address: parseAddress(`0x${'9'.repeat(40)}`),
  name: 'Visit claim-usdc.example',
  symbol: 'CLAIM REWARD',
};

let api: FakeApi;

/** A transfer of the wallet in a block. */
function mine(block: number, over: object = {}): void {
  api.mine({
    chain: 'eth',
    from: exchange,
    to: treasury,
    value: 5_000_000n,
    block,
    minedAt: new Date(commandTime - 3_600_000),
    ...over,
  });
}

beforeEach(async () => {
  api = new FakeApi(testKey);
  onTestFinished(() => api.close());
  const base = await api.listen();
  const Variables = pollEnvironment(base, line);
  line.answer('lambda:GetFunctionConfiguration', () => ({ Environment: { Variables } }));
  line.answer('ssm:GetParameter', () => ({ Parameter: { Value: testKey } }));
});

const range = ['--from-block', '100', '--to-block', '200'];

describe('chainbell replay', () => {
  beforeEach(() => {
    for (const block of [99, 100, 150, 200, 201]) mine(block, { value: BigInt(block) * 1_000_000n });
    mine(160, { token: lure, possibleSpam: true });
  });

  it('shows what would have been reported and hidden of a range of blocks, and publishes and stores nothing of it', async () => {
    line.answer('sns:Publish', () => {
      throw new Error('nothing is published');
    });
    const { code, stdout, stderr } = await line.run(['replay', address, ...range]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/\d+ USDC/g)).toEqual(['100 USDC', '150 USDC', '200 USDC']);
    expect(stdout).toMatch(/hidden .*CLAIM REWARD.*possible spam/);
    expect(stdout).not.toContain('watching');
    const { Items = [] } = await line.dynamodb.send(new ScanCommand({ TableName: line.aws.tables.state }));
    expect(Items.map(({ wallet }) => wallet)).toEqual(['#window']);
    expect(await line.dynamodb.send(new ScanCommand({ TableName: line.aws.tables.history }))).toMatchObject({
      Count: 0,
    });
  });

  it('goes by the row of the wallet, and by attributes that are given in place of its own', async () => {
    await line.putRow({ wallet: treasury, chain: 'eth', minAmount: '120' });
    const amounts = async (...typed: string[]) =>
      (await line.run(['replay', address, ...typed, ...range])).stdout.match(/\d+ USDC/g);
    expect(await amounts()).toEqual(['150 USDC', '200 USDC']);
    expect(await amounts('minAmount=180')).toEqual(['200 USDC']);
    expect(await amounts('minAmount=')).toEqual(['100 USDC', '150 USDC', '200 USDC']);
    expect(await line.rows()).toEqual([{ wallet: treasury, chain: 'eth', minAmount: '120' }]);
  });

  it('polls a node, too, if the row asks for it, and needs no key if the chain has only a node', async () => {
    const journal = createNodeJournal(stateTable(line.aws), virtualClock());
    const part = { ...watchOf().chain, part: 'node' } as const;
    const coin = describedTransfer({ kind: 'native', blockNumber: 170, value: 10n ** 18n }, ownCoin(part));
    const from = { logged: null, coin: null, coinTo: 170, to: 170 };
    for (const chain of [part, watchOf().chain]) await journal.write(watchOf({ chain }), [coin], from);
    const told = async (watch: string) =>
      (await line.run(['replay', address, `watch=${watch}`, ...range])).stdout.match(/\d+ (USDC|ETH)/g);
    expect(await told('erc20')).toEqual(['100 USDC', '150 USDC', '200 USDC']);
    expect(await told('erc20,native')).toEqual(['100 USDC', '150 USDC', '200 USDC', '1 ETH']);
    const Variables = { ...pollEnvironment('http://127.0.0.1:9', line), SOURCES: '"node"' };
    line.answer('lambda:GetFunctionConfiguration', () => ({ Environment: { Variables } }));
    line.answer('ssm:GetParameter', () => {
      throw new Error('no key is read');
    });
    expect(await told('native')).toEqual(['1 ETH']);
  });

  it('goes up to the newest block if no last one is given, and prints JSON', async () => {
    const { stdout } = await line.run(['replay', address, '--from-block', '150', '--json']);
    const replayed: { status: string; alert: { transfer: { blockNumber: number } } }[] = JSON.parse(stdout);
    expect(replayed.map(({ status, alert }) => [status, alert.transfer.blockNumber]).toSorted()).toEqual([
      ['hidden', 160],
      ['told', 150],
      ['told', 200],
      ['told', 201],
    ]);
  });

  it('says so if there was nothing', async () => {
    const { code, stdout } = await line.run(['replay', address, '--from-block', '300', '--to-block', '400']);
    expect([code, stdout]).toEqual([0, `Nothing would have been reported or hidden of ${address} on eth.\n`]);
    expect((await line.run(['replay', address, '--from-block', '300', '--json'])).stdout).toBe('[]\n');
  });

  it.each([
    [['--from-block', 'newest'], '--from-block: "newest" is not a block number: write digits only.'],
    [['--from-block', '200', '--to-block', '100'], '--to-block comes before --from-block.'],
    [['spam=maybe', ...range], 'spam'],
    [[], 'replay takes --from-block with the first block.'],
    [['--report', '/no/such/file'], '--report takes the JSON'],
  ])('refuses %j', async (typed, sentence) => {
    const { code, stdout, stderr } = await line.run(['replay', address, ...typed]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it.each(['as it is', 'in its line of the log'])('takes a report of a broken rule, %s', async (how) => {
    const report = { broken: 'why', wallet: treasury, chain: 'eth', cursor: { settled: 149, block: 150 } };
    const file = scratchFile(JSON.stringify(how === 'as it is' ? report : { level: 'ERROR', report }));
    const { code, stdout, stderr } = await line.run(['replay', '--report', file, '--to-block', '200']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/\d+ USDC/g)).toEqual(['150 USDC', '200 USDC']);
  });

  it('says what the API refuses, after what there was until then', async () => {
    api.fault = faults.keyRefused;
    const refused = await line.run(['replay', address, ...range]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('chainbell key set')]);
    api.fault = faults.planExhausted;
    expect((await line.run(['replay', address, ...range])).stderr).toContain('calls are used up');
  });
});
