import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { ownCoin } from '../../../functions/node/token-metadata.ts';
import { createNodeJournal } from '../../../functions/state/node-journal.ts';
import { describedTransfer, exchange, treasury, watchOf } from '../../support/alerts.ts';
import { commandTime, describedStack, useCommandLine } from '../../support/command-line.ts';
import { stateTable } from '../../support/embedded.ts';
import { FakeApi, faults } from '../../support/fakes/fake-api.ts';
import { testKey } from '../../support/test-key.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { pollEnvironment } from '../healthy-deployment.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);
const range = '--from-block 100 --to-block 200';
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi(testKey);
  onTestFinished(() => api.close());
  const Variables = pollEnvironment(await api.listen(), line);
  line.answer('lambda:GetFunctionConfiguration', () => ({ Environment: { Variables } }));
  line.answer('ssm:GetParameter', () => ({ Parameter: { Value: testKey } }));
  const mine = (block: number, value: bigint, over: object = {}) => {
    const minedAt = new Date(commandTime - 3_600_000);
    api.mine({ chain: 'eth', from: exchange, to: treasury, value, block, minedAt, ...over });
  };
  for (const block of [99, 100, 150, 200, 201]) mine(block, BigInt(block) * 1_000_000n);
  const lure = { address: parseAddress(`0x${'9'.repeat(40)}`), name: 'Visit claim.example', symbol: 'CLAIM' };
  mine(160, 5_000_000n, { token: lure, possibleSpam: true });
});

told('replay shows what would be told or hidden; publishes, stores nothing', async ({ type, note, says }) => {
  line.answer('sns:Publish', () => {
    throw new Error('nothing is published');
  });
  await type(`replay ${treasury} ${range}`);
  for (const TableName of [line.aws.tables.state, line.aws.tables.history]) {
    const { Items = [] } = await line.dynamodb.send(new ScanCommand({ TableName }));
    note(Items.map(({ wallet }) => wallet));
  }
  says(`Alert Why hidden in 5 CLAIM … on eth (likely spam) The API flags this token as possible spam. Its name or symbol …
    told in 100 USDC … on eth The API lists the contract of this token as verified. told in 150 USDC … told in 200 USDC …
    # [ '#window' ] # [] $`);
});

told("replay uses the wallet's row, and attributes that replace the row's", async ({ type, note, says }) => {
  await line.putRow({ wallet: treasury, chain: 'eth', minAmount: '120' });
  for (const words of ['', 'minAmount=180', 'minAmount=']) await type(`replay ${treasury} ${words} ${range}`);
  note(await line.rows());
  says(`Alert Why told in 150 USDC … told in 200 USDC … minAmount=180 … Why told in 200 USDC … minAmount= … hidden in 5 CLAIM …
    told in 100 USDC … # [ { chain: 'eth', minAmount: '120', wallet: '${treasury}' } ] $`);
});

told('replay also polls a node if the row asks, and then needs no key', async ({ type, says }) => {
  const journal = createNodeJournal(stateTable(line.aws), virtualClock());
  const beside = { ...watchOf().chain, besideApi: true };
  const coin = describedTransfer({ kind: 'native', blockNumber: 170, value: 10n ** 18n }, ownCoin(beside));
  const from = { logged: null, coin: null, coinTo: 170, to: 170 };
  for (const chain of [beside, watchOf().chain]) await journal.write(watchOf({ chain }), [coin], from);
  for (const kinds of ['erc20', 'erc20,native']) await type(`replay ${treasury} watch=${kinds} ${range}`);
  const Variables = { ...pollEnvironment('http://127.0.0.1:9', line), SOURCES: '"node"' };
  line.answer('lambda:GetFunctionConfiguration', () => ({ Environment: { Variables } }));
  line.answer('ssm:GetParameter', () => {
    throw new Error('no key is read');
  });
  await type(`replay ${treasury} watch=native ${range}`);
  says(`watch=erc20 … told in 200 USDC … on eth The API lists the contract of this token as verified. $
    … watch=erc20,native … told in 200 USDC … told in 1 ETH … from "Binance 14" … $ … watch=native … Why told in 1 ETH`);
});

told('replay goes on to the newest block if no last is given; prints JSON', async ({ type, note, says }) => {
  await type(`replay ${treasury} --from-block 150`);
  const { stdout } = await line.run(['replay', treasury, '--from-block', '150', '--json']);
  const replayed: { status: string; alert: { transfer: { blockNumber: number } } }[] = JSON.parse(stdout);
  note(replayed.map(({ status, alert }) => [status, alert.transfer.blockNumber]));
  says(`hidden in 5 CLAIM … told in 150 USDC … told in 200 USDC … told in 201 USDC …
    # [ [ 'hidden', 160 ], [ 'told', 150 ], [ 'told', 200 ], [ 'told', 201 ] ] $`);
});

told('replay says so if there was nothing', async ({ type, says }) => {
  for (const option of ['', ' --json'])
    await type(`replay ${treasury} --from-block 300 --to-block 400${option}`);
  says('No transfer of … on eth would have been reported or hidden. $ … --json [] $');
});

told('replay refuses what it can not use', async ({ type, says }) => {
  for (const options of ['--from-block newest', '--from-block 200 --to-block 100', `spam=maybe ${range}`, ''])
    await type(`replay ${treasury} ${options}`);
  says(`! --from-block: "newest" is not a block number: write digits only. [exit code 2] $
    … ! --to-block is before --from-block. … ! spam: "maybe" is none of hide, mark, show. …
    ! replay needs --from-block with the first block. [exit code 2] $`);
});

told('replay says what the API refuses', async ({ type, says }) => {
  line.answer('cloudformation:DescribeStacks', () => describedStack(line.aws));
  for (const fault of [faults.keyRefused, faults.planExhausted]) {
    api.fault = fault;
    expect(await type(`replay ${treasury} ${range} --stack Second`)).toMatch(
      /^No transfer of .* would have been/,
    );
  }
  says(`! the API refuses the key, … npx chainbell key set --stack Second. [exit code 1] $ … ! the plan's calls are used up: The API answered 401, …
    [exit code 1] $`);
});
