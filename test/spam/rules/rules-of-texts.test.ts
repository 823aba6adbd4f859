import { describe, expect, it } from 'vitest';
import { judge } from '../../../functions/spam/judge.ts';
import { watchOf } from '../../support/alerts.ts';
import { received } from '../rule-examples.ts';

/** A token's name and symbol. */
type Text = readonly [name: string, symbol: string];

interface Cases {
  readonly finds: readonly Text[];
  /** Texts that look similar and are honest. */
  readonly passes: readonly Text[];
}

/** By rule; a comment says why a rule passes its second list. */
const rules: Readonly<Record<string, Cases>> = {
  'address-in-name': {
    finds: [
      ['0x912ce59144191c1204e64559fe8253a0e49e6548', 'XMPL'],
      ['Arbitrage (0x912CE59144191C1204E6455...', 'XMPL'],
    ],
    // Names with 0x in them.
    passes: [
      ['0xBitcoin Token', '0xBTC'],
      ['0x Protocol Token', 'ZRX'],
      ['0xGrok', '0xGrok'],
    ],
  },
  'attention-marks': {
    finds: [
      ['! Example', 'XMPL'],
      ['# Example', 'XMPL'],
      ['#Example', 'XMPL'],
      ['$ Example', 'XMPL'],
      ['@ Example', 'XMPL'],
      ['~ Example', 'XMPL'],
      ['\u2705Example', 'XMPL'],
      ['Example \u{1f381}', 'XMPL'],
    ],
    // The marks are part of the name.
    passes: [
      ['$ICONS Token', '$ICONS'],
      ['(PoS) EthLend Token', 'LEND'],
      ['[FCT] FirmaChain Token', 'FCT'],
      ['/treeplanting', 'TREE'],
      ['\u{1f33b}\u1514\u14aa', 'SLUG'],
      ['Penguin Party Fish', '\u{1f41f}'],
      ['GainSpot', 'GAIN$'],
    ],
  },
  'call-to-action': {
    finds: [
      ['Visit us', 'XMPL'],
      ['V1sit us', 'XMPL'],
      ['Cla1m it', 'XMPL'],
      ['C L A I M', 'XMPL'],
      ['You are eligible', 'XMPL'],
      ['Randomly You Won', 'XMPL'],
      ['Congratulations', 'XMPL'],
      ['Send any ETH', 'XMPL'],
      ['Swap your tokens', 'XMPL'],
      ['\u9886\u53d6', 'XMPL'],
      ['\u041f\u043e\u043b\u0443\u0447\u0438\u0442\u0435', 'XMPL'],
      ['Reclama ya', 'XMPL'],
      ['R\xe9clamez', 'XMPL'],
      ['\u53d7\u3051\u53d6\u308b', 'XMPL'],
      ['\uff36\uff29\uff33\uff29\uff34 us', 'XMPL'],
    ],
    // The words name something.
    passes: [
      ['Open Simple Token', 'OST'],
      ['Send Token', 'SEND'],
      ['Impossible Decentralized Incubator Access Token', 'IDIA'],
      ['Visitor Coin', 'VIS2'],
      ['Disclaimer', 'DCL'],
      ['Exchange Union', 'XUC'],
      ['Swap', 'SWAP'],
      ['Get Protocol', 'GET'],
      ['Your Mom', 'MOM'],
    ],
  },
  'domain-in-name': {
    finds: [
      ['Owlswap-example.org', 'OWLT'],
      ['example.com USD', 'EXU'],
      ['ApeCoin-example.com.de', 'APE2'],
      ['Example.io \u2022 USDT', 'EXU'],
    ],
    // No domains, or protocols that many tokens are named after.
    passes: [
      ['Curve.fi Factory USD Metapool: X', 'X3CRV-f'],
      ['ether.fi BTC', 'eBTC'],
      ['yearn yearn.finance', 'yYFI'],
      ['St. Patrick', 'PAT'],
      ['Version 1.5', 'V15'],
      ['U.S. Dollar Index', 'USDX'],
    ],
  },
  giveaway: {
    finds: [
      ['Example Airdrop', 'XMPL'],
      ['AIR DROP', 'XMPL'],
      ['Airdr0p', 'XMPL'],
      ['Giveaway', 'XMPL'],
      ['Raffle', 'XMPL'],
      ['Mystery Box', 'XMPL'],
      ['\u7a7a\u6295', 'XMPL'],
      ['\uc5d0\uc5b4\ub4dc\ub78d', 'XMPL'],
    ],
    passes: [
      ['Airbnb Stock', 'ABNB'],
      ['Drop', 'DRP'],
      ['Box Token', 'BOX'],
      ['Reward Token', 'RWD'],
    ],
  },
  'hidden-characters': {
    finds: [
      ['Exa\u200bmple', 'XMPL'],
      ['Example', 'XM\u2064PL'],
      ['E\ufeffxample', 'XMPL'],
      ['Exam\xadple', 'XMPL'],
    ],
    // Part of an emoji or of Persian, or at the end.
    passes: [
      ['Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'FAM'],
      ['\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 'FA'],
      ['Example\u200b', 'XMPL'],
      ['1\ufe0f\u20e3 Coin', 'ONE1'],
    ],
  },
  link: {
    finds: [
      ['Example', 'https://example.com'],
      ['Example', 'hxxps:example.com'],
      ['Go to www.example.com', 'XMPL'],
      ['10USD www example io', 'XMPL'],
      ['Example', 'EXAMPLE.COM'],
      ['Example', 'get at [example.xyz]'],
      ['example\u02f3com', 'XMPL'],
      ['example\u3002com', 'XMPL'],
      ['Example', '\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45\uff0e\uff43\uff4f\uff4d'],
      ['Example', 'example .top'],
      ['Example', 'example[.]com'],
      ['example(.)org', 'XMPL'],
      ['example .org', 'XMPL'],
      ['Example', 'example,com'],
      ['Example', 'e x a m p l e . c o m'],
      ['Example', 'example dot com'],
      ['Example', 'tinyurl.\u200ccom/xyz'],
      ['Example', '<img src=//example.com/3.png>'],
    ],
    passes: [
      ['Bridged USDC', 'USDC.e'],
      ['Bitcoin', 'BTC.b'],
      ['USD Coin', 'USDC.nE'],
      ['Netflix, Inc. - Dinari', 'NFLX.d'],
      ['SolvBTC Babylon', 'SolvBTC.BBN'],
      ['LQTY-ETH Uni .3%', 'LQTY-ETH.3'],
      ['WWW Token', 'WWW'],
      ['d/acc', 'D/ACC'],
      ['Ratio 1:2', 'V2.0'],
    ],
  },
  'lure-words': {
    finds: [
      ['Venus Reward', 'XMPL'],
      ['Rew4rds', 'XMPL'],
      ['Voucher', 'XMPL'],
      ['Bonus', 'XMPL'],
      ['Free tokens', 'XMPL'],
      ['pepedrop.com', 'XMPL'],
      ['\u5956\u52b1', 'XMPL'],
      ['\u0431\u0435\u0441\u043f\u043b\u0430\u0442\u043d\u043e', 'XMPL'],
      ['Gratis', 'XMPL'],
      ['\xd6d\xfcl', 'XMPL'],
    ],
    // The words are parts of other words.
    passes: [
      ['Freedom', 'FRDM'],
      ['Freeway', 'FWT'],
      ['Dropbox Stock', 'DBX'],
      ['Giftogether', 'GTO'],
      ['Ticketmaster', 'TKM'],
      ['Reclaimer', 'RCL'],
    ],
  },
  messenger: {
    finds: [
      ['Example', 't.me/s/example'],
      ['Example', 't .me/s/example'],
      ['@CowHelper', 'COW'],
      ['\u7535\u62a5\u53f7 @someSeller', 'XMPL'],
      ['QQ\u5fae\u4fe1231799955', 'XMPL'],
      ['Telegram: helper_one', 'XMPL'],
      ['Example', 'discord.gg/abc'],
      ['WhatsApp +491701234567', 'XMPL'],
    ],
    passes: [
      ['Telegram Inu', 'TINU'],
      ['Discord', 'DISC'],
      ['mail@example', 'ML'],
      ['@', 'AT'],
      ['QQ Token', 'QQ'],
    ],
  },
  'missing-name': {
    finds: [
      ['', 'XMPL'],
      ['Example', ''],
      ['\u200b', 'XMPL'],
      ['Example', '  '],
    ],
    passes: [
      ['', ''],
      ['Example', 'XMPL'],
      ['\u2211', '\u2211'],
    ],
  },
  'mixed-alphabets': {
    finds: [
      ['Ex\u0430mple', 'XMPL'],
      ['Example', '\u0425MPL'],
      ['Bridged', 'FOO.\u0435'],
      ['Example', '\u054d\ua4d3X'],
    ],
    // Of one alphabet, or plain to see.
    passes: [
      ['\u0411\u0438\u0442\u043a\u043e\u0438\u043d', 'BTC2'],
      ['Ta\u03c4su', 'TATSU'],
      ['\u0421\u0431\u0435\u0440Coin', 'SBR'],
      ['MATRI\u{1d54f}', 'MTRX'],
      ['\u15ea\u041e', 'DRK'],
      ['Yonk\u014d', 'YNK'],
      ['\u029c\u1d0f\u029f\u1d05', 'HLD'],
    ],
  },
  'order-as-symbol': {
    finds: [
      ['Example', 'Claim'],
      ['Example', 'Buy Example'],
      ['Example', 'Visit us'],
      ['Example', '$ GET it here'],
    ],
    // Orders in form, names in use.
    passes: [
      ['Example', 'BUY'],
      ['Example', 'SEND'],
      ['Example', 'CLAIMX'],
      ['Example', 'GET'],
      ['Example', 'OPEN'],
    ],
  },
  'overlong-text': {
    finds: [
      [
        'word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word ',
        'XMPL',
      ],
      ['Example', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
    ],
    // Long, but still listed.
    passes: [
      ['RealToken S 15860 Hartwell St Detroit MI', 'REALTOKEN-S-15860-HARTWELL-ST-DETROIT-MI'],
      ['iPath Series B S&P 500 VIX Short-Term Futures ETN - Dinari', 'VXX.d'],
    ],
  },
  'promised-amount': {
    finds: [
      ['$5,000', 'XMPL'],
      ['5000$ Gift', 'XMPL'],
      ['5000\uff04', 'XMPL'],
      ['3000 USDT', 'XMPL'],
      ['1,000 eth', 'XMPL'],
      ['$1.5k', 'XMPL'],
    ],
    // Numbers that are part of a name.
    passes: [
      ['Balancer 80 BAL 20 WETH', 'B-80BAL-20WETH'],
      ['Backed ERNA $ Ultrashort Bond', 'bERNA'],
      ['$ZKP Token', '$ZKP'],
      ['SPDR S&P 500', 'SPY2'],
      ['1inch Staked', 'st1INCH'],
    ],
  },
  'sentence-as-symbol': {
    finds: [
      ['Example', 'HELP ME LEAVE THIS COUNTRY'],
      ['Example', '- SORRY FOR THE TROUBLE'],
    ],
    passes: [
      ['Example', 'PT-ETHx-BbAWeth_BalancerLP Aura-26SEP2024'],
      ['Example', 'ETH BTT-f'],
      ['Example', 'Ape Dog Coin'],
    ],
  },
  'text-direction': {
    finds: [
      ['\u202eelpmaxE', 'XMPL'],
      ['Example', 'XMPL'],
      ['Example\u2066', 'XMPL'],
    ],
    passes: [
      ['Example', 'XMPL'],
      ['\u05e9\u05e7\u05dc', 'ILS2'],
    ],
  },
};

function rulesFor(name: string, symbol: string): string[] {
  return judge(received({ name, symbol }), watchOf()).reasons.map(({ rule }) => rule);
}

describe.each(Object.entries(rules))('the rule %s', (rule, { finds, passes }) => {
  it.each(finds)('finds: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).toContain(rule);
  });

  it.each(passes)('lets through: %s | %s', (name, symbol) => {
    expect(rulesFor(name, symbol)).not.toContain(rule);
  });
});
