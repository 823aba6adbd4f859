import { expect, it } from 'vitest';
import { fullLimits } from '../../../functions/alert/text/limits.ts';
import { asciiStyle } from '../../../functions/alert/text/style.ts';
import { transferSentence } from '../../../functions/alert/text/transfer-sentence.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { transferAlert } from '../../support/alerts.ts';

const sentence = (
  transfer: Partial<Omit<DescribedTransfer, 'token'>>,
  token: Partial<DescribedTransfer['token']> = {},
  chain?: string,
) => {
  const alert = transferAlert({ transfer, token });
  const named = chain === undefined ? alert : { ...alert, wallet: { ...alert.wallet, chain } };
  return transferSentence(named.transfer, named, asciiStyle, fullLimits);
};
const ether = { address: null, name: 'Ether', symbol: 'ETH', decimals: 18, logo: null, verified: true };
const punk = { name: 'CryptoPunks', symbol: 'PUNK', decimals: 0, verified: null };

it("says the chain's own coin to the wei", () => {
  expect(sentence({ kind: 'native', value: 1_500_000_000_000_000_001n }, ether)).toBe(
    'Treasury received 1.500000000000000001 ETH from "Binance 14" (0x28C6...1d60) on eth',
  );
});

it('calls it native if nobody knows what the coin of a chain is called', () => {
  const nameless = { ...ether, name: null, symbol: null };
  expect(sentence({ kind: 'native', value: 10n ** 18n }, nameless, '0x7777')).toContain(
    'received 1 native coins from',
  );
});

it('says which piece of a collection, and that nobody vouches for it', () => {
  const piece = { kind: 'erc721', tokenId: '7804', value: 1n } as const;
  const address = transferAlert().wallet.address;
  expect(sentence(piece, { ...punk, address })).toContain('received PUNK #7804 (unverified) from');
});

it('says how many of a piece, and shortens an id of 78 digits', () => {
  const pieces = { kind: 'erc1155', tokenId: `1234${'0'.repeat(70)}5678`, value: 3n } as const;
  expect(sentence(pieces, punk)).toContain('received 3 of PUNK #1234...5678');
});
