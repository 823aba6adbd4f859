import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain, knownChains } from '../../../functions/chain/chains.ts';
import type { DescribedTransfer } from '../../../functions/transfer/transfer.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { describedTransfer, watchOf } from '../../support/alerts.ts';
import type { LabelledToken } from './labelled-tokens.ts';

const names = new Set(knownChains.map(({ name }) => name));

/** Chains of the set that the registry has no name for: any id that no protected token lives on does. */
const elsewhere = findChain('0x7a69');

/**
 * One unit of the token, received by a wallet that trusts nothing, with the metadata alone: the API says nothing of it,
 * and nothing is known of the sender.
 */
export function asTransfer(token: LabelledToken): { transfer: DescribedTransfer; watch: Watch } {
  const chain = names.has(token.chain) ? findChain(token.chain) : elsewhere;
  const { name, symbol, decimals } = token;
  const transfer = describedTransfer(
    { from: { address: describedTransfer().from.address, label: null }, value: 1n, possibleSpam: null },
    {
      address: parseAddress(token.address.toLowerCase()),
      name,
      symbol,
      decimals,
      verified: null,
      logo: null,
    },
  );
  return { transfer, watch: watchOf({ chain }) };
}
