import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { findResemblance } from './resemblance.ts';
import type { Evidence } from './rule.ts';
import { readTokenText } from './text/token-text.ts';
import { webAddresses } from './text/web-addresses.ts';

/** What the rules look at, worked out once for all of them. */
export function gatherEvidence(transfer: DescribedTransfer, watch: Watch): Evidence {
  const name = readTokenText(transfer.token.name);
  const symbol = readTokenText(transfer.token.symbol);
  return {
    transfer,
    watch,
    name,
    symbol,
    sitesInName: webAddresses(name.lower),
    sitesInSymbol: webAddresses(symbol.lower),
    resemblance: findResemblance(name, symbol),
  };
}
