import { beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import { subscribeQueue } from './support/inbox.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, putContact, tick, clearWatchlist } = stack;
const { api, watched, receive, alertOf, alertsOf, operations } = await setScene();

// A wallet is no longer polled once its test is over.
beforeEach(() => clearWatchlist());

describe('a new transfer', () => {
  it('is reported, and earlier transfers are not', async () => {
    const wallet = newAddress();
    receive(wallet, { minedAt: new Date(Date.now() - 600_000) });
    await putRow({ wallet, chain: 'eth', label: 'Treasury', tags: 'dao,large' });
    await tick();
    const row = receive(wallet);
    await tick();
    expect(await alertOf(row)).toMatchObject({
      ...{ severity: 'info', type: 'transfer.received', counterparty: 'new' },
      wallet: { address: wallet, chain: 'eth', chainId: '0x1', label: 'Treasury', tags: ['dao', 'large'] },
      transfer: { amount: '12.5', token: { symbol: 'USDC' }, blockNumber: row.block },
    });
    expect(await alertsOf(wallet)).toHaveLength(1);
  });

  it('of a listed token has the decimals of the list, and operations hear that the API gives others', async () => {
    const row = receive(await watched(), { token: { ...usdc, decimals: 18 } });
    await tick();
    expect((await alertOf(row)).transfer).toMatchObject({ amount: '12.5', token: { decimals: 6 } });
    const { reason } = await operations.first(({ type }) => type === 'token.contradicted');
    expect(reason).toContain('18 decimals (6)');
  });

  it('has the other side and the severity, and a subscription can filter by them', async () => {
    const warned = await subscribeQueue(aws, outputs.AlertsTopicArn, { severity: ['warning', 'critical'] });
    const [wallet, own, supplier, stranger] = [await watched(), newAddress(), newAddress(), newAddress()];
    const typed = (address: string) => checksumAddress(parseAddress(address));
    await putRow({ wallet: typed(own), chain: 'polygon', label: 'Savings' });
    await putContact({ address: typed(supplier), name: 'Supplier' });
    const pay = (to: string) => api.mine({ chain: 'eth', from: wallet, to, value: 5_000_000n });
    const paid = [own, supplier, stranger, stranger].map(pay);
    await tick();
    const told = await Promise.all(paid.map((one) => alertOf(one)));
    expect(told.map((alert) => [alert.severity, alert.counterparty, alert.transfer.to.contact])).toEqual([
      ['info', 'own', 'Savings'],
      ['info', 'contact', 'Supplier'],
      ['warning', 'new', null],
      ['info', 'known', null],
    ]);
    const passed = await warned.all(({ wallet: of }) => of.address === wallet);
    expect(passed.map(({ id }) => id)).toEqual([told[2]?.id]);
  });
});
