import type { TransferAlert } from '../../../functions/alert/alert.ts';
import { parseAddress } from '../../../functions/chain/address.ts';

const zeros = (digits: number) => `0x${'0'.repeat(digits)}`;
const nobody = parseAddress(zeros(40));

/**
 * An alert that every subscriber gets like any other, and nobody takes for a real one: its names say what it is, and its
 * wallet, token, transaction and block are zero. @param time ISO
 */
export function testAlert(time: string): TransferAlert {
  return {
    version: 1,
    id: `chainbell-test-${time}`,
    type: 'transfer.received',
    severity: 'info',
    counterparty: 'new',
    wallet: { address: nobody, chain: 'eth', chainId: '0x1', label: 'CHAINBELL TEST', tags: [] },
    transfer: {
      kind: 'erc20',
      tokenId: null,
      internal: false,
      direction: 'in',
      amount: '1',
      value: '1',
      usd: null,
      token: {
        address: nobody,
        name: 'Test, worth nothing',
        symbol: 'TEST',
        decimals: 0,
        logo: null,
        verified: null,
      },
      from: { address: null, label: 'nobody, this is only a test', contact: null },
      to: { address: nobody, label: null, contact: null },
      transactionHash: zeros(64),
      transactionIndex: null,
      logIndex: null,
      blockNumber: 0,
      blockHash: null,
      blockTimestamp: null,
      explorerUrl: null,
    },
    coin: null,
    verdict: { spam: false, score: 0, reasons: [] },
    detectedAt: time,
    lookalike: null,
    marked: true,
  };
}
