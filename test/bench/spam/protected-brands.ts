/** A token worth imitating, and what it is called. */
export interface Brand {
  readonly symbol: string;
  readonly names: readonly string[];
  /**
   * Chains whose genuine contracts are all known: where it is issued, or is the chain's own coin, which has no contract
   * at all. Elsewhere any bridge may have made one that is not in the lists, so a stranger there is not proved false.
   */
  readonly issuedOn: readonly string[];
  /** Contracts by which a chain shows its own coin as a token, by chain. */
  readonly at?: Readonly<Record<string, string>>;
}

const ethereum = ['0x1'];
/** Ether is these chains' own coin. */
const etherChains = ['0x1', '0xa4b1', '0xa', '0x2105', '0xe708'];
/** Issuers and the chains' own bridges serve all of these; on Fantom there were only third parties' bridges. */
export const everywhere: readonly string[] = [
  '0x1',
  '0x38',
  '0x89',
  '0xa86a',
  '0xa4b1',
  '0xa',
  '0x2105',
  '0xe708',
  '0x64',
  '0x19',
];

/**
 * The stablecoins, the chains' own and wrapped coins, staked ether and the coins of the largest market value. A token
 * counts as a copy only where symbol and name are both those of a line here, so a symbol that small tokens share with
 * a large one (PEPE, META, APE) does them no harm.
 */
export const brands: readonly Brand[] = [
  {
    symbol: 'ETH',
    names: ['Ether', 'Ethereum'],
    issuedOn: etherChains,
    at: { '0xa': '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000' },
  },
  { symbol: 'WETH', names: ['Wrapped Ether', 'Wrapped Ethereum', 'Wrapped ETH'], issuedOn: everywhere },
  { symbol: 'BTC', names: ['Bitcoin'], issuedOn: [] },
  { symbol: 'WBTC', names: ['Wrapped BTC', 'Wrapped Bitcoin'], issuedOn: everywhere },
  { symbol: 'BTCB', names: ['BTCB Token', 'Binance BTC', 'Bitcoin BEP2'], issuedOn: ['0x38'] },
  {
    symbol: 'cbBTC',
    names: ['Coinbase Wrapped BTC', 'Coinbase Wrapped Bitcoin'],
    issuedOn: ['0x1', '0x2105'],
  },
  { symbol: 'tBTC', names: ['tBTC v2', 'Threshold BTC'], issuedOn: [] },
  { symbol: 'LBTC', names: ['Lombard Staked Bitcoin', 'Lombard Staked BTC'], issuedOn: ethereum },
  { symbol: 'USDC', names: ['USD Coin', 'USDCoin', 'Circle USD', 'Bridged USDC'], issuedOn: everywhere },
  {
    symbol: 'USDT',
    names: ['Tether USD', 'Tether', 'USD Tether', 'TetherUSD', 'TetherToken', 'USDT0'],
    issuedOn: everywhere,
  },
  { symbol: 'DAI', names: ['Dai Stablecoin', 'Dai Token', 'Multi-Collateral Dai'], issuedOn: everywhere },
  { symbol: 'USDS', names: ['USDS Stablecoin', 'Sky Dollar'], issuedOn: ethereum },
  { symbol: 'sDAI', names: ['Savings Dai', 'Savings xDAI'], issuedOn: ethereum },
  { symbol: 'BUSD', names: ['Binance USD', 'BUSD Token'], issuedOn: ethereum },
  { symbol: 'FDUSD', names: ['First Digital USD'], issuedOn: ['0x38'] },
  { symbol: 'TUSD', names: ['TrueUSD', 'True USD'], issuedOn: ethereum },
  { symbol: 'PYUSD', names: ['PayPal USD'], issuedOn: ethereum },
  { symbol: 'USDe', names: ['Ethena USDe'], issuedOn: ethereum },
  { symbol: 'sUSDe', names: ['Staked USDe', 'Ethena Staked USDe'], issuedOn: ethereum },
  { symbol: 'FRAX', names: ['Frax', 'Frax Stablecoin'], issuedOn: ethereum },
  { symbol: 'LUSD', names: ['LUSD Stablecoin', 'Liquity USD'], issuedOn: ethereum },
  { symbol: 'GHO', names: ['Gho Token', 'Aave GHO'], issuedOn: ethereum },
  { symbol: 'crvUSD', names: ['Curve.Fi USD Stablecoin'], issuedOn: ethereum },
  { symbol: 'USD1', names: ['World Liberty Financial USD'], issuedOn: ['0x38'] },
  { symbol: 'RLUSD', names: ['Ripple USD'], issuedOn: ethereum },
  { symbol: 'EURC', names: ['Euro Coin', 'EURC'], issuedOn: ['0x1', '0x2105', '0xa86a'] },
  { symbol: 'XAUt', names: ['Tether Gold'], issuedOn: ethereum },
  {
    symbol: 'stETH',
    names: ['Liquid staked Ether 2.0', 'Lido Staked Ether', 'Lido Staked ETH'],
    issuedOn: ethereum,
  },
  {
    symbol: 'wstETH',
    names: ['Wrapped liquid staked Ether 2.0', 'Wrapped stETH', 'Wrapped Staked ETH'],
    issuedOn: ethereum,
  },
  { symbol: 'rETH', names: ['Rocket Pool ETH'], issuedOn: ethereum },
  { symbol: 'cbETH', names: ['Coinbase Wrapped Staked ETH'], issuedOn: ethereum },
  { symbol: 'weETH', names: ['Wrapped eETH'], issuedOn: ethereum },
  { symbol: 'ezETH', names: ['Renzo Restaked ETH'], issuedOn: ethereum },
  { symbol: 'rsETH', names: ['rsETH', 'KelpDao Restaked ETH'], issuedOn: ethereum },
  { symbol: 'BNB', names: ['Binance Coin', 'BNB Chain', 'Build and Build'], issuedOn: ['0x38'] },
  { symbol: 'WBNB', names: ['Wrapped BNB'], issuedOn: ['0x38'] },
  {
    symbol: 'MATIC',
    names: ['Matic', 'Matic Token', 'Polygon', 'Matic Network'],
    issuedOn: ['0x89'],
    at: { '0x89': '0x0000000000000000000000000000000000001010' },
  },
  {
    symbol: 'POL',
    names: ['Polygon Ecosystem Token', 'Polygon'],
    issuedOn: ['0x89'],
    at: { '0x89': '0x0000000000000000000000000000000000001010' },
  },
  { symbol: 'WMATIC', names: ['Wrapped Matic'], issuedOn: ['0x89'] },
  { symbol: 'WPOL', names: ['Wrapped Polygon Ecosystem Token', 'Wrapped POL'], issuedOn: ['0x89'] },
  { symbol: 'AVAX', names: ['Avalanche'], issuedOn: ['0xa86a'] },
  { symbol: 'WAVAX', names: ['Wrapped AVAX'], issuedOn: ['0xa86a'] },
  { symbol: 'FTM', names: ['Fantom', 'Fantom Token'], issuedOn: ['0xfa'] },
  { symbol: 'WFTM', names: ['Wrapped Fantom'], issuedOn: ['0xfa'] },
  { symbol: 'CRO', names: ['Cronos', 'Crypto.com Coin'], issuedOn: ['0x19'] },
  { symbol: 'WCRO', names: ['Wrapped CRO'], issuedOn: ['0x19'] },
  { symbol: 'xDAI', names: ['xDai'], issuedOn: ['0x64'] },
  { symbol: 'WXDAI', names: ['Wrapped XDAI'], issuedOn: ['0x64'] },
  { symbol: 'GNO', names: ['Gnosis Token', 'Gnosis'], issuedOn: ethereum },
  { symbol: 'SOL', names: ['Solana', 'Wrapped SOL'], issuedOn: [] },
  { symbol: 'XRP', names: ['Ripple', 'XRP Token'], issuedOn: [] },
  { symbol: 'ADA', names: ['Cardano', 'Cardano Token'], issuedOn: [] },
  { symbol: 'DOGE', names: ['Dogecoin'], issuedOn: [] },
  { symbol: 'TRX', names: ['TRON', 'Tronix'], issuedOn: [] },
  { symbol: 'DOT', names: ['Polkadot', 'Polkadot Token'], issuedOn: [] },
  { symbol: 'LTC', names: ['Litecoin', 'Litecoin Token'], issuedOn: [] },
  { symbol: 'BCH', names: ['Bitcoin Cash', 'Bitcoin Cash Token'], issuedOn: [] },
  { symbol: 'TON', names: ['Toncoin'], issuedOn: [] },
  { symbol: 'NEAR', names: ['NEAR Protocol'], issuedOn: [] },
  { symbol: 'ATOM', names: ['Cosmos', 'Cosmos Hub'], issuedOn: [] },
  { symbol: 'HBAR', names: ['Hedera', 'Hedera Hashgraph'], issuedOn: [] },
  { symbol: 'LUNA', names: ['Terra', 'Luna Token'], issuedOn: [] },
  { symbol: 'SUI', names: ['Sui'], issuedOn: [] },
  { symbol: 'APT', names: ['Aptos'], issuedOn: [] },
  { symbol: 'LINK', names: ['ChainLink Token', 'Chainlink'], issuedOn: ethereum },
  { symbol: 'UNI', names: ['Uniswap'], issuedOn: ethereum },
  { symbol: 'AAVE', names: ['Aave Token', 'Aave'], issuedOn: ethereum },
  { symbol: 'MKR', names: ['Maker'], issuedOn: ethereum },
  { symbol: 'LDO', names: ['Lido DAO Token', 'Lido DAO'], issuedOn: ethereum },
  { symbol: 'CRV', names: ['Curve DAO Token', 'Curve'], issuedOn: ethereum },
  { symbol: 'COMP', names: ['Compound'], issuedOn: ethereum },
  { symbol: 'SNX', names: ['Synthetix Network Token', 'Synthetix'], issuedOn: ethereum },
  { symbol: 'GRT', names: ['Graph Token', 'The Graph'], issuedOn: ethereum },
  { symbol: 'ENS', names: ['Ethereum Name Service'], issuedOn: ethereum },
  { symbol: '1INCH', names: ['1INCH Token', '1inch'], issuedOn: ethereum },
  { symbol: 'YFI', names: ['yearn.finance'], issuedOn: ethereum },
  { symbol: 'BAL', names: ['Balancer'], issuedOn: ethereum },
  { symbol: 'SUSHI', names: ['SushiToken', 'Sushi'], issuedOn: ethereum },
  { symbol: 'CAKE', names: ['PancakeSwap Token', 'PancakeSwap'], issuedOn: ['0x38'] },
  { symbol: 'SHIB', names: ['SHIBA INU', 'Shiba'], issuedOn: ethereum },
  { symbol: 'PEPE', names: ['Pepe'], issuedOn: ethereum },
  { symbol: 'FLOKI', names: ['FLOKI', 'Floki Inu'], issuedOn: ethereum },
  { symbol: 'APE', names: ['ApeCoin'], issuedOn: ethereum },
  { symbol: 'ARB', names: ['Arbitrum', 'Arbitrum Token'], issuedOn: ['0xa4b1'] },
  { symbol: 'OP', names: ['Optimism'], issuedOn: ['0xa'] },
  { symbol: 'ENA', names: ['Ethena', 'ENA'], issuedOn: [] },
  { symbol: 'ONDO', names: ['Ondo', 'Ondo Finance'], issuedOn: [] },
  { symbol: 'PENDLE', names: ['Pendle'], issuedOn: ethereum },
  { symbol: 'EIGEN', names: ['Eigen', 'EigenLayer'], issuedOn: ethereum },
  { symbol: 'ZRO', names: ['LayerZero'], issuedOn: ethereum },
  { symbol: 'STG', names: ['StargateToken', 'Stargate Finance'], issuedOn: ethereum },
  { symbol: 'WLD', names: ['Worldcoin'], issuedOn: ethereum },
  { symbol: 'BLUR', names: ['Blur'], issuedOn: ethereum },
  { symbol: 'DYDX', names: ['dYdX'], issuedOn: ethereum },
  { symbol: 'MNT', names: ['Mantle'], issuedOn: ethereum },
  { symbol: 'AERO', names: ['Aerodrome', 'Aerodrome Finance'], issuedOn: ['0x2105'] },
  { symbol: 'VELO', names: ['Velodrome', 'Velodrome Finance'], issuedOn: [] },
];
