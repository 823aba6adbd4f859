import { expect, it } from 'vitest';
import { issuers } from '../../../functions/alert/text/issuers.ts';
import { smsText } from '../../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { genuineToken } from '../../../functions/chain/genuine-tokens.ts';
import { lookalikeOf, toImitation, transferAlert, usdc } from '../../support/alerts.ts';

const symbols = { Circle: /^(USDC|EURC)$/, Tether: /^(USDT|XAUt)$/, Paxos: /^PYUSD$/ };
const contracts = Object.entries(issuers).flatMap(([issuer, of]) =>
  of.map((contract) => [issuer as keyof typeof issuers, contract] as const),
);

it.each(contracts)('%s issued a token of the genuine list: %s', (issuer, contract) => {
  const [chainId = '', address = ''] = contract.split(':');
  expect(genuineToken(chainId, parseAddress(address))?.symbol).toMatch(symbols[issuer]);
});

it.each([
  ['USDC of Ethereum', 'eth', usdc, ' Call Circle at once.'],
  ['USDC of Polygon', 'polygon', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', ' Call Circle at once.'],
  ['USDT of Ethereum', 'eth', '0xdac17f958d2ee523a2206206994597c13d831ec7', ' Call Tether at once.'],
  ['DAI', 'eth', '0x6b175474e89094c44da98b954eedeac495271d0f', " Call the token's issuer at once."],
  [
    'USDC of a bridge',
    'polygon',
    '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
    " Call the token's issuer at once.",
  ],
  [
    'USDC of BNB Chain',
    'bsc',
    '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d',
    " Call the token's issuer at once.",
  ],
  ["Circle's address on another chain", 'bsc', usdc, " Call the token's issuer at once."],
  ["a chain's own coin, which nobody can freeze", 'eth', null, ' Call the police at once.'],
])('a payment of %s to an imitation says whom to call', (_what, chain, address, end) => {
  const token = { address: address === null ? null : parseAddress(address) };
  const parts = {
    watch: { chain: findChain(chain) },
    transfer: toImitation,
    lookalike: lookalikeOf(),
    token,
  };
  expect(smsText(transferAlert(parts)).endsWith(end)).toBe(true);
});
