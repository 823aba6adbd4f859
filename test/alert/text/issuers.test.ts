import { expect, it } from 'vitest';
import { issuers } from '../../../functions/alert/text/issuers.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { genuineToken } from '../../../functions/chain/genuine-tokens.ts';

const symbols = { Circle: /^(USDC|EURC)$/, Tether: /^(USDT|XAUt)$/, Paxos: /^PYUSD$/ };
const contracts = Object.entries(issuers).flatMap(([issuer, of]) =>
  of.map((contract) => [issuer as keyof typeof issuers, contract] as const),
);

it.each(contracts)('%s has issued a token of the list of genuine ones: %s', (issuer, contract) => {
  const [chainId = '', address = ''] = contract.split(':');
  expect(genuineToken(chainId, parseAddress(address))?.symbol).toMatch(symbols[issuer]);
});
