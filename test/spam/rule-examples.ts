import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { RuleName } from '../../functions/spam/rule.ts';
import type { DescribedTransfer, Token } from '../../functions/transfer/transfer.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { coinOf, describedTransfer, exchange, watchOf } from '../support/alerts.ts';

type TransferParts = Partial<Omit<DescribedTransfer, 'token'>>;

/** A token that is on no list. */
export const stranger = parseAddress('0x5ca1ab1e00000000000000000000000000000001');

/** An unlisted token of 18 decimals, from an unlabelled sender, without flags from the API. */
export function received(token: Partial<Token>, transfer: TransferParts = {}): DescribedTransfer {
  const unlisted = { address: stranger, name: 'Some Coin', symbol: 'SOME', decimals: 18, verified: null };
  const from = { address: exchange, label: null };
  return describedTransfer(
    { from, value: 1n, possibleSpam: null, ...transfer },
    { ...unlisted, logo: null, ...token },
  );
}

/** A transfer whose verdict depends on one rule: with the rule, and without it. */
export interface RuleExample {
  readonly transfer: DescribedTransfer;
  readonly watch?: Watch;
}

const onBase = watchOf({ chain: findChain('base') });
/** A chain without a known genuine token. */
const onUnlistedChain = watchOf({ chain: findChain('0x7a69') });
const domain = { name: 'Example.com', symbol: 'XMPL' };
const itself = { address: stranger, label: null };
const thousands = 5_000n * 10n ** 18n;

/**
 * For every rule a transfer that it decides: without the rule the verdict is the opposite. docs/spam.md shows them, so
 * web addresses are those reserved for examples (RFC 2606).
 */
export const ruleExamples: Readonly<Record<RuleName, RuleExample>> = {
  'flagged-by-api': { transfer: received({}, { possibleSpam: true }) },
  'verified-by-api': { transfer: received({ verified: true }, { possibleSpam: true }) },
  'reported-sender': { transfer: received({}, { from: { address: exchange, label: 'Fake_Phishing1234' } }) },
  link: { transfer: received({ name: 'Example', symbol: 'example.com' }) },
  messenger: { transfer: received({ name: 'Ask @some_helper', symbol: 'ASK' }) },
  'phone-number': { transfer: received({ name: 'Support +1 888 555 0123', symbol: 'XMPL' }) },
  'copied-token': { transfer: received({ name: 'USD Coin', symbol: 'USDC', decimals: 6 }) },
  'disguised-token': {
    transfer: received({ name: 'U S D T', symbol: 'U S D T', decimals: 6 }),
    watch: onUnlistedChain,
  },
  'mixed-alphabets': { transfer: received({ name: 'Exаmple Coin', symbol: 'XMPL' }) },
  'hidden-characters': { transfer: received({ name: 'Exa\u200bmple', symbol: 'XMPL' }) },
  'wrong-decimals': { transfer: received({ name: 'SWAP-SHIBCOM', symbol: 'SHIB', decimals: 0 }) },
  'call-to-action': { transfer: received({ name: 'Visit us for a voucher', symbol: 'VST' }) },
  'lure-words': { transfer: received({ name: 'Visit us for a voucher', symbol: 'VST' }) },
  giveaway: { transfer: received({ name: 'Example Airdrop', symbol: 'XMPL' }) },
  'promised-amount': { transfer: received({ name: '$5,000 voucher', symbol: 'XMPL' }) },
  'domain-in-name': { transfer: received({ name: '# Example.com', symbol: 'XMPL' }) },
  'borrowed-name': { transfer: received({ name: 'SHIB Voucher', symbol: 'SHIB' }), watch: onBase },
  'attention-marks': { transfer: received({ name: '! example.com', symbol: 'XMPL' }) },
  'missing-name': { transfer: received({ name: 'Example Voucher', symbol: '' }) },
  'sentence-as-symbol': { transfer: received({ name: 'Example', symbol: 'a voucher for old friends' }) },
  'order-as-symbol': { transfer: received({ name: 'Example Rewards', symbol: 'Buy Example' }) },
  'text-direction': { transfer: received({ name: 'Voucher \u202eelpmaxE', symbol: 'XMPL' }) },
  'address-in-name': { transfer: received({ name: 'Bonus 0x912ce59144191c1204', symbol: 'XMPL' }) },
  'coin-mismatch': { transfer: received({ name: 'Bonus Coin', symbol: 'BONUS' }, { coin: coinOf() }) },
  'unasked-piece': { transfer: received({ decimals: 0 }, { kind: 'erc721', tokenId: '7' }) },
  'sent-by-itself': { transfer: received(domain, { from: itself, value: thousands }) },
  'mass-sender': { transfer: received(domain, { from: { address: stranger, label: 'Disperse.app' } }) },
  'overlong-text': {
    transfer: received(
      { name: `Voucher ${'of a very long name '.repeat(6)}`, symbol: 'XMPL' },
      { from: itself },
    ),
  },
  'round-windfall': { transfer: received(domain, { from: itself, value: thousands }) },
};
