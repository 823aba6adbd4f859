/** An ERC20 token that LayerZero's bridge locks, and the coin that it mints for it on Aptos. */
interface BridgedToken {
  readonly chainId: string;
  readonly address: string;
  readonly coinType: string;
  /** Of the ERC20 token. The bridge's coins all have 6 (SHARED_DECIMALS in its TokenBridge contract). */
  readonly decimals: number;
}

const bridge = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';

/**
 * From LayerZero Labs' npm package @layerzerolabs/ui-bridge-aptos 0.1.10 (`mainnet`), checked against @uniswap/default-token-list
 * 22.21.0 and @sushiswap/default-token-list 43.3.0. What is not here was not bridged; USDC of Polygon, Arbitrum and Optimism is
 * USDC.e.
 */
const bridged = {
  USDC: [
    ['0x1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    ['0x38', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
    ['0x89', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6],
    ['0xa86a', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6],
    ['0xa4b1', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 6],
    ['0xa', '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', 6],
  ],
  USDT: [
    ['0x1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
    ['0x38', '0x55d398326f99059fF775485246999027B3197955', 18],
    ['0x89', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6],
    ['0xa86a', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 6],
  ],
  WETH: [
    ['0x1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18],
    ['0xa4b1', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 18],
    ['0xa', '0x4200000000000000000000000000000000000006', 18],
  ],
} as const;

export const bridgedTokens: readonly BridgedToken[] = Object.entries(bridged).flatMap(([coin, tokens]) =>
  tokens.map(([chainId, address, decimals]) => ({
    chainId,
    address: address.toLowerCase(),
    coinType: `${bridge}::asset::${coin}`,
    decimals,
  })),
);
