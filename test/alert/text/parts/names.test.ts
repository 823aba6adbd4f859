import { expect, it } from 'vitest';
import { walletWithin } from '../../../../functions/alert/text/parts/names.ts';
import { asciiStyle } from '../../../../functions/alert/text/style.ts';
import { transferAlert } from '../../../support/alerts.ts';

it('an address without a label is cut to its end if only eight characters fit, and stays whole if more do', () => {
  const { wallet } = transferAlert({ watch: { label: null } });
  expect(walletWithin(wallet, asciiStyle, 8)).toBe('0x..6045');
  expect(walletWithin(wallet, asciiStyle, 9)).toBe('0xd8dA...6045');
});
