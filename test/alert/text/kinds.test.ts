import { describe, expect, it } from 'vitest';
import { emailText } from '../../../functions/alert/email/email.ts';
import { fullLimits } from '../../../functions/alert/text/limits.ts';
import { subjectText } from '../../../functions/alert/text/sentence.ts';
import { asciiStyle } from '../../../functions/alert/text/style.ts';
import { transferSentence } from '../../../functions/alert/text/transfer-sentence.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import { alertLine } from '../../../lib/alert-line.ts';
import { describedTransfer, digestAlert, transferAlert } from '../../support/alerts.ts';

const sentence = (
  transfer: Partial<Omit<DescribedTransfer, 'token'>>,
  token: Partial<DescribedTransfer['token']> = {},
  chain?: string,
) => {
  const alert = transferAlert({ ...(chain && { watch: { chain: findChain(chain) } }), transfer, token });
  return transferSentence(alert.transfer, alert, asciiStyle, fullLimits);
};
const ether = { address: null, name: 'Ether', symbol: 'ETH', decimals: 18, logo: null, verified: true };
const punk = { name: 'CryptoPunks', symbol: 'PUNK', decimals: 0, verified: null };

it("says the chain's own coin to the wei", () => {
  expect(sentence({ kind: 'native', value: 1_500_000_000_000_000_001n }, ether)).toBe(
    'Treasury received 1.500000000000000001 ETH from "Binance 14" (0x28C6...1d60) on eth',
  );
});

describe("if the name of a chain's coin is unknown", () => {
  const nameless = { ...ether, name: null, symbol: null };
  it.each([
    [10n ** 18n, 'received 1 native coin from'],
    [5n * 10n ** 17n, 'received 0.5 native coins from'],
    [2n * 10n ** 18n, 'received 2 native coins from'],
  ])('calls %i of it native coins, and says the chain', (value, says) => {
    const said = sentence({ kind: 'native', value }, nameless, '0x7777');
    expect(said).toContain(says);
    expect(said).toMatch(/ on chain 0x7777$/);
  });

  it('has the unit and the chain in an email and on the terminal too', () => {
    const watch = { chain: findChain('0x7777') };
    const alert = transferAlert({ watch, transfer: { kind: 'native', value: 10n ** 18n }, token: nameless });
    expect(emailText(alert)).toMatch(/^Amount: 1 native coin$/m);
    expect(emailText(alert)).toContain('has a row of this wallet on chain 0x7777.');
    expect(alertLine(alert)).toMatch(/^in {4}1 native coin {2}Treasury .* on chain 0x7777$/);
  });

  it('is never cut in a subject', () => {
    const alert = digestAlert({
      watch: { label: 'T'.repeat(64), chain: findChain('0x7777777777777') },
      transfers: [describedTransfer({ kind: 'native', value: 2n ** 250n }, nameless)],
    });
    expect(subjectText(alert)).toMatch(/ coins in 1 transfer/);
  });
});

it('says which piece of a collection, and that it is unverified', () => {
  const piece = { kind: 'erc721', tokenId: '7804', value: 1n } as const;
  const address = transferAlert().wallet.address;
  expect(sentence(piece, { ...punk, address })).toContain('received PUNK #7804 (unverified) from');
});

it('says how many of a piece, and shortens an id of 78 digits', () => {
  const pieces = { kind: 'erc1155', tokenId: `1234${'0'.repeat(70)}5678`, value: 3n } as const;
  expect(sentence(pieces, punk)).toContain('received 3 of PUNK #1234...5678');
});
