import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { expectValidAlert } from '../../support/alert-schema.ts';
import { exchange, watchingAlert } from '../../support/alerts.ts';

describe('a watching alert', () => {
  it('has every field, in the form that readers rely on', () => {
    const alert = watchingAlert({ label: null, tags: [], wallet: parseAddress(exchange) }, 100);
    expectValidAlert(JSON.stringify(alert));
    expect(alert).toEqual({
      version: 1,
      id: 'w1',
      type: 'wallet.watching',
      severity: 'info',
      wallet: { address: exchange, chain: 'eth', chainId: '0x1', label: null, tags: [] },
      since: '2026-01-02T03:04:00.000Z',
      fromBlock: 100,
      coin: null,
      verdict: null,
      detectedAt: '2026-01-02T03:04:00.500Z',
    });
  });
});
