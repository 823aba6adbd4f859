import { expect, it } from 'vitest';
import { type Alert, alertSchema } from '../../functions/alert/alert.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { fixedNodes } from '../../lib/local/fixed-nodes.ts';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { rowAdder } from '../../lib/local/watchlist-rows.ts';
import { takeAlerts, takePolls, useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { Anvil } from './anvil.ts';

const embedded = useEmbeddedAws();
const minute = 60_000;

it('a floor and a delegation are told of, as the state of a real EVM has them', async () => {
  const { aws } = embedded;
  const anvil = await Anvil.start(Math.floor(Date.now() / 1_000) * 1_000 - 30_000);
  try {
    const access = { baseUrl: 'http://127.0.0.1:9', coinBaseUrl: 'http://127.0.0.1:9', key: null };
    const findNode = fixedNodes(new Map([['0x1', anvil.url]]));
    const functions = localFunctions(aws, { ...access, source: { '0x1': 'node' } }, { findNode });
    let now = Math.floor(Date.now() / minute) * minute - 10 * minute;
    const tick = async (): Promise<Alert[]> => {
      await anvil.rpc('evm_mine');
      now += minute;
      await functions.dispatch(new Date(now));
      for (let event = await takePolls(aws); event !== null; event = await takePolls(aws))
        await functions.workers[0]?.(event);
      return (await takeAlerts(aws)).map(({ json }) => alertSchema.parse(json));
    };
    const types = async () => (await tick()).map(({ type }) => type);

    const [wallet, contract] = [walletNumber(7), walletNumber(8)];
    const add = rowAdder(documentClient(aws.dynamodb), aws.tables.watchlist);
    await add({ wallet, chain: 'eth', watch: 'control', minBalance: '1' });
    await tick();
    expect(await types()).toEqual([]);
    await anvil.rpc('anvil_setBalance', wallet, '0xde0b6b3a7640000');
    expect(await types()).toEqual(['balance.restored']);
    await anvil.rpc('anvil_setBalance', wallet, '0xde0b6b3a763ffff');
    await anvil.rpc('anvil_setCode', wallet, `0xef0100${contract.slice(2)}`);
    expect(await tick()).toMatchObject([
      { type: 'balance.low', balance: { amount: '0.999999999999999999', minimum: '1' } },
      { type: 'control.changed', control: { what: 'delegation', before: null, after: contract } },
    ]);
    expect(await types()).toEqual([]);
    await anvil.rpc('anvil_setCode', wallet, '0x');
    expect(await tick()).toMatchObject([
      { type: 'control.changed', control: { before: contract, after: null } },
    ]);
  } finally {
    anvil.stop();
  }
});
