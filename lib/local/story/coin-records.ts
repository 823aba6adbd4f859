import { createHash } from 'node:crypto';

/** The account that bridged these coins to their chain. */
const bridge = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';

/** Records of the coins that stand for the story's tokens, with the fields of the API document, 2.3. */
export const coinRecords = [
  bridged('USDC', 'USD Coin', 6),
  bridged('USDT', 'Tether USD', 6),
  bridged('WETH', 'Wrapped Ether', 6),
];

function bridged(symbol: string, name: string, decimals: number) {
  const coinType = `${bridge}::asset::${symbol}`;
  return {
    coin_type: coinType,
    coin_type_hash: createHash('sha256').update(coinType).digest('hex'),
    creator_address: bridge,
    decimals,
    name,
    symbol,
    supply_aggregator_table_handle: null,
    supply_aggregator_table_key: null,
    transaction_created_timestamp: '2022-10-18T23:26:08.331286Z',
    transaction_version_created: '10018345',
  };
}
