import { coinTypeHash } from '../../../functions/api/coins.ts';

/** API document, 2.3. */
export const coinRecords = [
  bridged('USDC', 'USD Coin'),
  bridged('USDT', 'Tether USD'),
  bridged('WETH', 'Wrapped Ether'),
];

function bridged(symbol: string, name: string) {
  const creator_address = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';
  const coin_type = `${creator_address}::asset::${symbol}`;
  return {
    coin_type,
    coin_type_hash: coinTypeHash(coin_type),
    creator_address,
    decimals: 6,
    name,
    symbol,
    supply_aggregator_table_handle: null,
    supply_aggregator_table_key: null,
    transaction_created_timestamp: '2022-10-18T23:26:08.331286Z',
    transaction_version_created: '10018345',
  };
}
