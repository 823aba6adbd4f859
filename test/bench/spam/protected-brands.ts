/**
 * What a token is. A copy of one of the first three decides alone by its symbol, and no text shows such a symbol bare:
 * they are what people count money in, and hardly any honest token shares a symbol with them. A chain's own coin, which
 * has no contract at all, counts with its wrapped form.
 */
export type TokenClass = 'stablecoin' | 'wrapped-native' | 'wrapped-bitcoin' | 'other';

/** A token worth imitating, and what it is called. */
export interface Brand {
  readonly symbol: string;
  readonly class: TokenClass;
  readonly names: readonly string[];
  /**
   * Chains whose genuine contracts are all known: where it is issued, or is the chain's own coin, which has no contract
   * at all. Elsewhere any bridge may have made one that is not in the lists, so a stranger there is not proved false.
   */
  readonly issuedOn: readonly string[];
  /** Other symbols that are as well known for it as its own: those of its bridged contracts. */
  readonly aliases?: readonly string[];
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
    class: 'wrapped-native',
    names: ['Ether', 'Ethereum'],
    issuedOn: etherChains,
  },
  {
    symbol: 'WETH',
    class: 'wrapped-native',
    names: ['Wrapped Ether', 'Wrapped Ethereum', 'Wrapped ETH'],
    issuedOn: everywhere,
    aliases: ['WETH.e'],
  },
  { symbol: 'BTC', class: 'wrapped-bitcoin', names: ['Bitcoin'], issuedOn: [] },
  {
    symbol: 'WBTC',
    class: 'wrapped-bitcoin',
    names: ['Wrapped BTC', 'Wrapped Bitcoin'],
    issuedOn: everywhere,
    aliases: ['WBTC.e'],
  },
  {
    symbol: 'BTCB',
    class: 'wrapped-bitcoin',
    names: ['BTCB Token', 'Binance BTC', 'Bitcoin BEP2'],
    issuedOn: ['0x38'],
  },
  {
    symbol: 'cbBTC',
    class: 'wrapped-bitcoin',
    names: ['Coinbase Wrapped BTC', 'Coinbase Wrapped Bitcoin'],
    issuedOn: ['0x1', '0x2105', '0xa4b1'],
  },
  {
    symbol: 'tBTC',
    class: 'wrapped-bitcoin',
    names: ['tBTC v2', 'Threshold BTC'],
    issuedOn: ['0x1', '0xa4b1', '0xa', '0x2105', '0x89'],
  },
  {
    symbol: 'LBTC',
    class: 'other',
    names: ['Lombard Staked Bitcoin', 'Lombard Staked BTC'],
    issuedOn: ethereum,
  },
  {
    symbol: 'USDC',
    class: 'stablecoin',
    names: ['USD Coin', 'USDCoin', 'Circle USD', 'Bridged USDC'],
    issuedOn: everywhere,
    aliases: ['USDC.e', 'USDbC'],
  },
  {
    symbol: 'USDT',
    class: 'stablecoin',
    names: ['Tether USD', 'Tether', 'USD Tether', 'TetherUSD', 'TetherToken', 'USDT0'],
    issuedOn: everywhere,
    aliases: ['USDT.e', 'USDT0'],
  },
  {
    symbol: 'DAI',
    class: 'stablecoin',
    names: ['Dai Stablecoin', 'Dai Token', 'Multi-Collateral Dai'],
    issuedOn: everywhere,
    aliases: ['DAI.e'],
  },
  { symbol: 'USDS', class: 'stablecoin', names: ['USDS Stablecoin', 'Sky Dollar'], issuedOn: ethereum },
  { symbol: 'sDAI', class: 'other', names: ['Savings Dai', 'Savings xDAI'], issuedOn: ethereum },
  { symbol: 'BUSD', class: 'stablecoin', names: ['Binance USD', 'BUSD Token'], issuedOn: ethereum },
  { symbol: 'FDUSD', class: 'stablecoin', names: ['First Digital USD'], issuedOn: ['0x38'] },
  { symbol: 'TUSD', class: 'stablecoin', names: ['TrueUSD', 'True USD'], issuedOn: ethereum },
  { symbol: 'PYUSD', class: 'stablecoin', names: ['PayPal USD'], issuedOn: ethereum },
  { symbol: 'USDe', class: 'stablecoin', names: ['Ethena USDe'], issuedOn: ethereum },
  { symbol: 'sUSDe', class: 'other', names: ['Staked USDe', 'Ethena Staked USDe'], issuedOn: ethereum },
  { symbol: 'FRAX', class: 'stablecoin', names: ['Frax', 'Frax Stablecoin'], issuedOn: ethereum },
  { symbol: 'LUSD', class: 'stablecoin', names: ['LUSD Stablecoin', 'Liquity USD'], issuedOn: ethereum },
  { symbol: 'GHO', class: 'stablecoin', names: ['Gho Token', 'Aave GHO'], issuedOn: ethereum },
  { symbol: 'crvUSD', class: 'stablecoin', names: ['Curve.Fi USD Stablecoin'], issuedOn: ethereum },
  { symbol: 'USD1', class: 'stablecoin', names: ['World Liberty Financial USD'], issuedOn: ['0x38'] },
  { symbol: 'RLUSD', class: 'stablecoin', names: ['Ripple USD'], issuedOn: ethereum },
  { symbol: 'GUSD', class: 'stablecoin', names: ['Gemini Dollar'], issuedOn: ethereum },
  { symbol: 'frxUSD', class: 'stablecoin', names: ['Frax USD'], issuedOn: ethereum },
  { symbol: 'USDD', class: 'stablecoin', names: ['Decentralized USD'], issuedOn: [] },
  { symbol: 'MIM', class: 'stablecoin', names: ['Magic Internet Money'], issuedOn: [] },
  { symbol: 'EURe', class: 'stablecoin', names: ['Monerium EUR emoney'], issuedOn: [] },
  {
    symbol: 'EURC',
    class: 'stablecoin',
    names: ['Euro Coin', 'EURC'],
    issuedOn: ['0x1', '0x2105', '0xa86a'],
  },
  { symbol: 'XAUt', class: 'other', names: ['Tether Gold'], issuedOn: ethereum },
  {
    symbol: 'stETH',
    class: 'other',
    names: ['Liquid staked Ether 2.0', 'Lido Staked Ether', 'Lido Staked ETH'],
    issuedOn: ethereum,
  },
  {
    symbol: 'wstETH',
    class: 'other',
    names: ['Wrapped liquid staked Ether 2.0', 'Wrapped stETH', 'Wrapped Staked ETH'],
    issuedOn: ethereum,
  },
  { symbol: 'rETH', class: 'other', names: ['Rocket Pool ETH'], issuedOn: ethereum },
  { symbol: 'cbETH', class: 'other', names: ['Coinbase Wrapped Staked ETH'], issuedOn: ethereum },
  { symbol: 'weETH', class: 'other', names: ['Wrapped eETH'], issuedOn: ethereum },
  { symbol: 'ezETH', class: 'other', names: ['Renzo Restaked ETH'], issuedOn: ethereum },
  { symbol: 'rsETH', class: 'other', names: ['rsETH', 'KelpDao Restaked ETH'], issuedOn: ethereum },
  {
    symbol: 'BNB',
    class: 'wrapped-native',
    names: ['Binance Coin', 'BNB Chain', 'Build and Build'],
    issuedOn: ['0x38'],
  },
  { symbol: 'WBNB', class: 'wrapped-native', names: ['Wrapped BNB'], issuedOn: ['0x38'] },
  {
    symbol: 'MATIC',
    class: 'wrapped-native',
    names: ['Matic', 'Matic Token', 'Polygon', 'Matic Network'],
    issuedOn: ['0x89'],
  },
  {
    symbol: 'POL',
    class: 'wrapped-native',
    names: ['Polygon Ecosystem Token', 'Polygon'],
    issuedOn: ['0x89'],
  },
  { symbol: 'WMATIC', class: 'wrapped-native', names: ['Wrapped Matic'], issuedOn: ['0x89'] },
  {
    symbol: 'WPOL',
    class: 'wrapped-native',
    names: ['Wrapped Polygon Ecosystem Token', 'Wrapped POL'],
    issuedOn: ['0x89'],
  },
  { symbol: 'AVAX', class: 'wrapped-native', names: ['Avalanche'], issuedOn: ['0xa86a'] },
  { symbol: 'WAVAX', class: 'wrapped-native', names: ['Wrapped AVAX'], issuedOn: ['0xa86a'] },
  { symbol: 'FTM', class: 'wrapped-native', names: ['Fantom', 'Fantom Token'], issuedOn: ['0xfa'] },
  { symbol: 'WFTM', class: 'wrapped-native', names: ['Wrapped Fantom'], issuedOn: ['0xfa'] },
  { symbol: 'CRO', class: 'wrapped-native', names: ['Cronos', 'Crypto.com Coin'], issuedOn: ['0x19'] },
  { symbol: 'WCRO', class: 'wrapped-native', names: ['Wrapped CRO'], issuedOn: ['0x19'] },
  { symbol: 'xDAI', class: 'wrapped-native', names: ['xDai'], issuedOn: ['0x64'] },
  { symbol: 'WXDAI', class: 'wrapped-native', names: ['Wrapped XDAI'], issuedOn: ['0x64'] },
  { symbol: 'GNO', class: 'other', names: ['Gnosis Token', 'Gnosis'], issuedOn: ethereum },
  { symbol: 'SOL', class: 'other', names: ['Solana', 'Wrapped SOL'], issuedOn: [] },
  { symbol: 'XRP', class: 'other', names: ['Ripple', 'XRP Token'], issuedOn: [] },
  { symbol: 'ADA', class: 'other', names: ['Cardano', 'Cardano Token'], issuedOn: [] },
  { symbol: 'DOGE', class: 'other', names: ['Dogecoin'], issuedOn: [] },
  { symbol: 'TRX', class: 'other', names: ['TRON', 'Tronix'], issuedOn: [] },
  { symbol: 'DOT', class: 'other', names: ['Polkadot', 'Polkadot Token'], issuedOn: [] },
  { symbol: 'LTC', class: 'other', names: ['Litecoin', 'Litecoin Token'], issuedOn: [] },
  { symbol: 'BCH', class: 'other', names: ['Bitcoin Cash', 'Bitcoin Cash Token'], issuedOn: [] },
  { symbol: 'TON', class: 'other', names: ['Toncoin'], issuedOn: [] },
  { symbol: 'NEAR', class: 'other', names: ['NEAR Protocol'], issuedOn: [] },
  { symbol: 'ATOM', class: 'other', names: ['Cosmos', 'Cosmos Hub'], issuedOn: [] },
  { symbol: 'HBAR', class: 'other', names: ['Hedera', 'Hedera Hashgraph'], issuedOn: [] },
  { symbol: 'LUNA', class: 'other', names: ['Terra', 'Luna Token'], issuedOn: [] },
  { symbol: 'SUI', class: 'other', names: ['Sui'], issuedOn: [] },
  { symbol: 'APT', class: 'other', names: ['Aptos'], issuedOn: [] },
  { symbol: 'LINK', class: 'other', names: ['ChainLink Token', 'Chainlink'], issuedOn: ethereum },
  { symbol: 'UNI', class: 'other', names: ['Uniswap'], issuedOn: ethereum },
  { symbol: 'AAVE', class: 'other', names: ['Aave Token', 'Aave'], issuedOn: ethereum },
  { symbol: 'MKR', class: 'other', names: ['Maker'], issuedOn: ethereum },
  { symbol: 'LDO', class: 'other', names: ['Lido DAO Token', 'Lido DAO'], issuedOn: ethereum },
  { symbol: 'CRV', class: 'other', names: ['Curve DAO Token', 'Curve'], issuedOn: ethereum },
  { symbol: 'COMP', class: 'other', names: ['Compound'], issuedOn: ethereum },
  { symbol: 'SNX', class: 'other', names: ['Synthetix Network Token', 'Synthetix'], issuedOn: ethereum },
  { symbol: 'GRT', class: 'other', names: ['Graph Token', 'The Graph'], issuedOn: ethereum },
  { symbol: 'ENS', class: 'other', names: ['Ethereum Name Service'], issuedOn: ethereum },
  { symbol: '1INCH', class: 'other', names: ['1INCH Token', '1inch'], issuedOn: ethereum },
  { symbol: 'YFI', class: 'other', names: ['yearn.finance'], issuedOn: ethereum },
  { symbol: 'BAL', class: 'other', names: ['Balancer'], issuedOn: ethereum },
  { symbol: 'SUSHI', class: 'other', names: ['SushiToken', 'Sushi'], issuedOn: ethereum },
  { symbol: 'CAKE', class: 'other', names: ['PancakeSwap Token', 'PancakeSwap'], issuedOn: ['0x38'] },
  { symbol: 'SHIB', class: 'other', names: ['SHIBA INU', 'Shiba'], issuedOn: ethereum },
  { symbol: 'PEPE', class: 'other', names: ['Pepe'], issuedOn: ethereum },
  { symbol: 'FLOKI', class: 'other', names: ['FLOKI', 'Floki Inu'], issuedOn: ethereum },
  { symbol: 'APE', class: 'other', names: ['ApeCoin'], issuedOn: ethereum },
  { symbol: 'ARB', class: 'other', names: ['Arbitrum', 'Arbitrum Token'], issuedOn: ['0xa4b1'] },
  { symbol: 'OP', class: 'other', names: ['Optimism'], issuedOn: ['0xa'] },
  { symbol: 'ENA', class: 'other', names: ['Ethena', 'ENA'], issuedOn: [] },
  { symbol: 'ONDO', class: 'other', names: ['Ondo', 'Ondo Finance'], issuedOn: [] },
  { symbol: 'PENDLE', class: 'other', names: ['Pendle'], issuedOn: ethereum },
  { symbol: 'EIGEN', class: 'other', names: ['Eigen', 'EigenLayer'], issuedOn: ethereum },
  { symbol: 'ZRO', class: 'other', names: ['LayerZero'], issuedOn: ethereum },
  { symbol: 'STG', class: 'other', names: ['StargateToken', 'Stargate Finance'], issuedOn: ethereum },
  { symbol: 'WLD', class: 'other', names: ['Worldcoin'], issuedOn: ethereum },
  { symbol: 'BLUR', class: 'other', names: ['Blur'], issuedOn: ethereum },
  { symbol: 'DYDX', class: 'other', names: ['dYdX'], issuedOn: ethereum },
  { symbol: 'MNT', class: 'other', names: ['Mantle'], issuedOn: ethereum },
  { symbol: 'AERO', class: 'other', names: ['Aerodrome', 'Aerodrome Finance'], issuedOn: ['0x2105'] },
  { symbol: 'VELO', class: 'other', names: ['Velodrome', 'Velodrome Finance'], issuedOn: [] },
];
