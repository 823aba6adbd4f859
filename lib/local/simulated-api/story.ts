import { type Chapter, type StoryToken, simulated } from './chapter.ts';
import { recordedTransfers } from './recorded-replies.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';

/** The wallet that the story is about. */
export const hero = '0xbe11a0c7d2e94f63815ad0c46bb7f2983e5d1c40';

const exchange = '0x28c6c06298d514db089934071355e5743bf21d60';
const supplier = '0x7a3f19c2e8d05b64719cf2a83be4d6705f1ec0de';
/** Made to be taken for the supplier: it begins and ends alike. */
const impostor = '0x7a3f4b08e6912cd57f30a84e1b96dd2c5e77c0de';
const stranger = '0x9d4e1e23bd5b727046a9e3b4b7db57bd8d6ee684';

const usdc: StoryToken = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: '6',
  verified: true,
};
const weth: StoryToken = {
  address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: '18',
  verified: true,
};
/** Told as the API told it in 2022, without a word on the token: the coin record fills it in. */
const tetherOf2022: StoryToken = {
  address: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  name: null,
  symbol: null,
  decimals: null,
};
const airdrop: StoryToken = {
  address: '0x5ca1ab1e00c0ffee0ddba11bad5eed0facade042',
  name: 'Visit https://usdc-reward.example to claim $5,000',
  symbol: 'CLAIM REWARD',
  decimals: '18',
  spam: true,
};
const unlimited: StoryToken = {
  address: '0x0f1a7e5c3b8d42960e7f5ac1d3b9468270ce51f8',
  name: 'Boundless',
  symbol: 'BNDL',
  decimals: '18',
  verified: true,
};
const undescribed: StoryToken = {
  address: '0x31c8a5e0d7b2f4961a0c5e38f7d24b69018c3af7',
  name: 'Harbour Shares',
  symbol: 'HRBR',
  decimals: null,
};

/** Milliseconds after the start: the tick at five seconds tells the story, the one at ten these. */
const recordedFrom = 6_000;

/**
 * All that is ever mined on the simulated chains: the story, then the recorded replies, in the first seconds after
 * the first start, and one transfer before each later start, mined while nobody watched.
 * `starts` are epoch milliseconds; the same starts make the same transfers.
 */
export function storyTransfers(starts: readonly number[]): SimulatedTransfer[] {
  const [first, ...later] = starts;
  if (first === undefined) return [];
  return [
    ...chapters(first).map(simulated),
    ...recordedTransfers(first + recordedFrom),
    ...later.map((start, i) => simulated(whileAway(start, i + 1))),
  ];
}

function chapters(start: number): Chapter[] {
  const at = (seconds: number) => start + seconds * 1000;
  const salary = { from: exchange, fromLabel: 'Exchange 14', to: hero };
  return [
    { title: 'salary', knownAt: at(1), token: usdc, ...salary, value: '12500000000' },
    {
      title: 'invoice',
      knownAt: at(1.4),
      token: weth,
      from: hero,
      to: supplier,
      toLabel: 'Supplier',
      value: '750000000000000000',
    },
    {
      title: 'airdrop',
      knownAt: at(1.8),
      token: airdrop,
      from: stranger,
      to: hero,
      value: '5000000000000000000000',
    },
    {
      title: 'unlimited',
      knownAt: at(2.2),
      token: unlimited,
      from: stranger,
      to: hero,
      value: String(2n ** 256n - 1n),
    },
    { title: 'undescribed', knownAt: at(2.6), token: undescribed, from: stranger, to: hero, value: '40000' },
    { title: 'imitation', knownAt: at(3), token: usdc, from: impostor, to: hero, value: '1' },
    { title: 'refund', knownAt: at(3.4), token: tetherOf2022, from: supplier, to: hero, value: '250750000' },
  ];
}

function whileAway(start: number, run: number): Chapter {
  return {
    title: `while away ${run}`,
    knownAt: start - 1_000,
    token: usdc,
    from: exchange,
    fromLabel: 'Exchange 14',
    to: hero,
    value: String(run * 1_000_000),
  };
}
