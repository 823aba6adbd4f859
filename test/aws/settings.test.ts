import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Settings, settingNames } from '../../lib/aws/settings/definitions.ts';
import { readSettings, SettingWrong } from '../../lib/aws/settings/read-settings.ts';

const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

interface Examples {
  readonly default: unknown;
  /** What is given, as text of the command line or as JSON of chainbell.json, and what it comes to. */
  readonly good: readonly (readonly [given: unknown, value: unknown])[];
  readonly bad: readonly unknown[];
}

const badLists = ['{"a":1}', '["ada@example.org"', { a: 1 }, 5, true, null, [5]];

const yesOrNo: Examples = {
  default: false,
  good: [
    ['true', true],
    ['True', true],
    ['false', false],
    [true, true],
    [false, false],
  ],
  bad: ['', 'yes', '1', 1, null],
};

const examples: Readonly<Record<keyof Settings, Examples>> = {
  baseUrl: {
    default: 'https://deep-index.moralis.io',
    good: [
      [' https://api.example.org ', 'https://api.example.org'],
      ['https://api.example.org/gateway/', 'https://api.example.org/gateway'],
      ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
      ['http://localhost:4010', 'http://localhost:4010'],
      ['http://[::1]:4010', 'http://[::1]:4010'],
    ],
    bad: [
      '',
      'api.example.org',
      'http://api.example.org',
      'http://127.0.0.1.example.org',
      'ftp://127.0.0.1',
      'https://user:secret@api.example.org',
      'https://api.example.org?key=1',
      5,
      [],
      null,
    ],
  },
  apiVersion: {
    default: 'v2',
    good: [
      ['v2.2', 'v2.2'],
      [' v3 ', 'v3'],
    ],
    bad: ['', '..', 'v2/x', 'v2?', 2, null],
  },
  coinBaseUrl: {
    default: '',
    good: [
      ['', ''],
      ['https://coins.example.org', 'https://coins.example.org'],
      ['http://127.0.0.1:4011', 'http://127.0.0.1:4011'],
    ],
    bad: ['coins.example.org', 'http://coins.example.org', 'https://coins.example.org#top', 5, null],
  },
  coinArrayStyle: {
    default: 'brackets',
    good: ['brackets', 'repeat', 'comma'].map((style) => [style, style] as const),
    bad: ['', 'Brackets', 'array', 1, null],
  },
  coins: {
    default: {},
    good: [
      ['', {}],
      ['{}', {}],
      [`{"eth:${usdc}":"0x1::asset::USDC"}`, { [`0x1:${usdc}`]: '0x1::asset::USDC' }],
      [{ [`base:${usdc}`]: '0xF2::asset::USDC' }, { [`0x2105:${usdc}`]: '0xf2::asset::USDC' }],
      [{ [`0x2105:${usdc}`]: '0xf2::asset::USDC' }, { [`0x2105:${usdc}`]: '0xf2::asset::USDC' }],
    ],
    bad: [
      'eth=0x1::asset::USDC',
      '[]',
      { [usdc]: '0x1::asset::USDC' },
      { [`etherium:${usdc}`]: '0x1::asset::USDC' },
      { 'eth:0x12': '0x1::asset::USDC' },
      { [`eth:${usdc}`]: 'USDC' },
      { [`eth:${usdc}`]: '0x1::asset' },
      { [`eth:${usdc}`]: 5 },
    ],
  },
  prices: {
    default: 'none',
    good: ['none', 'defillama'].map((word) => [word, word] as const),
    bad: ['', 'coingecko', true, 1, null],
  },
  priceBaseUrl: {
    default: 'https://coins.llama.fi',
    good: [['http://127.0.0.1:4011', 'http://127.0.0.1:4011']],
    bad: ['', 'coins.llama.fi', 'http://coins.llama.fi', 5, null],
  },
  emails: {
    default: [],
    good: [
      ['', []],
      ['ada@example.org', ['ada@example.org']],
      ['ada@example.org, bob@example.org', ['ada@example.org', 'bob@example.org']],
      ['["ada@example.org"]', ['ada@example.org']],
      [['ada@example.org'], ['ada@example.org']],
      ['ada@example.org,ada@example.org', ['ada@example.org']],
    ],
    bad: ['ada', 'ada@example.org bob@example.org', 'ada@', ['ada@example.org', 'bob'], ...badLists],
  },
  phones: {
    default: [],
    good: [
      ['+4915112345678', [{ phone: '+4915112345678' }]],
      ['+4915112345678,+12025550123', [{ phone: '+4915112345678' }, { phone: '+12025550123' }]],
      [['+4915112345678', '+4915112345678'], [{ phone: '+4915112345678' }]],
      [
        [
          '+12025550123',
          { phone: '+4915112345678', filter: { token: [usdc.toUpperCase().replace('X', 'x')] } },
        ],
        [{ phone: '+12025550123' }, { phone: '+4915112345678', filter: { token: [usdc] } }],
      ],
      ['[{"phone":"+4915112345678"}]', [{ phone: '+4915112345678' }]],
    ],
    bad: [
      '015112345678',
      '+49 151 12345678',
      '+0151123456',
      '+491511234567890123',
      ['+1'],
      4915112345678,
      [{ phone: '015112345678', filter: { direction: ['out'] } }],
      [{ phone: '+4915112345678', filter: { direction: 'out' } }],
      [{ phone: '+4915112345678', filter: { walet: [usdc] } }],
      [{ phone: '+4915112345678', filters: { direction: ['out'] } }],
      [{ filter: { direction: ['out'] } }],
      ['+4915112345678', { phone: '+4915112345678', filter: { direction: ['out'] } }],
      ...badLists,
    ],
  },
  webhooks: {
    default: [],
    good: [
      ['https://example.org/hook?token=1', ['https://example.org/hook?token=1']],
      ['http://127.0.0.1:4012/hook', ['http://127.0.0.1:4012/hook']],
      [
        ['https://example.org/a', 'https://example.org/b'],
        ['https://example.org/a', 'https://example.org/b'],
      ],
    ],
    bad: [
      'http://example.org/hook',
      'https://user:secret@example.org/hook',
      'example.org',
      ['https://'],
      ...badLists,
    ],
  },
  opsEmails: {
    default: [],
    good: [
      ['ops@example.org', ['ops@example.org']],
      [['ops@example.org'], ['ops@example.org']],
    ],
    bad: ['ops', ...badLists],
  },
  destinations: {
    default: [],
    good: [
      ['', []],
      ['[]', []],
      [[], []],
      ['[{"name":"team","kind":"slack"}]', [{ name: 'team', kind: 'slack', operations: false }]],
      [
        [
          {
            name: 'a-1',
            kind: 'telegram',
            operations: true,
            filter: { wallet: [usdc.toUpperCase().replace('X', 'x')] },
          },
        ],
        [{ name: 'a-1', kind: 'telegram', operations: true, filter: { wallet: [usdc] } }],
      ],
      [
        [
          {
            name: 'a',
            kind: 'webhook',
            filter: { amount: [{ numeric: ['>=', 5] }], token: [{ 'anything-but': [usdc] }] },
          },
        ],
        [
          {
            name: 'a',
            kind: 'webhook',
            operations: false,
            filter: { amount: [{ numeric: ['>=', 5] }], token: [{ 'anything-but': [usdc] }] },
          },
        ],
      ],
      [
        [{ name: 'a', kind: 'discord', filter: { $or: [{ type: ['x'] }, { tags: ['y'] }] } }],
        [
          {
            name: 'a',
            kind: 'discord',
            operations: false,
            filter: { $or: [{ type: ['x'] }, { tags: ['y'] }] },
          },
        ],
      ],
    ],
    bad: [
      'slack',
      '{"name":"team","kind":"slack"}',
      [{ name: 'team' }],
      [{ name: 'team', kind: 'teams' }],
      [{ name: 'Team', kind: 'slack' }],
      [{ name: '1a', kind: 'slack' }],
      [{ name: 'a'.repeat(33), kind: 'slack' }],
      [{ name: 'a b', kind: 'slack' }],
      [
        { name: 'a', kind: 'slack' },
        { name: 'a', kind: 'discord' },
      ],
      [
        { name: 'a', kind: 'slack' },
        { name: 'a-dead-letters', kind: 'discord' },
      ],
      [{ name: 'a', kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' }],
      [{ name: 'a', kind: 'slack', filter: { walet: [usdc] } }],
      [{ name: 'a', kind: 'slack', filter: { wallet: usdc } }],
      [{ name: 'a', kind: 'slack', filter: { wallet: [] } }],
      [{ name: 'a', kind: 'slack', filter: 'all' }],
      [{ name: 'a', kind: 'slack', operations: 'yes' }],
      Array.from({ length: 21 }, (_, i) => ({ name: `a${i}`, kind: 'slack' })),
      {},
      null,
    ],
  },
  source: {
    default: 'api',
    good: [
      [' node ', 'node'],
      ['{"eth": "node", "0xA": "api"}', { '0x1': 'node', '0xa': 'api' }],
      [{ base: 'node' }, { '0x2105': 'node' }],
    ],
    bad: ['', 'nodes', '{"eth": "rpc"}', '{"etherium": "node"}', '{"eth"', 5, null, ['node']],
  },
  callsPerSecond: {
    default: 10,
    good: [
      ['40', 40],
      [' 2.5 ', 2.5],
      ['0.5', 0.5],
      [80, 80],
    ],
    bad: ['', '0', '0.49', 0.25, '-1', 'ten', 'NaN', 'Infinity', '1e3', 0, true, null, []],
  },
  callsPerDay: {
    default: null,
    good: [
      ['800', 800],
      [800, 800],
      ['none', null],
      ['', null],
      [null, null],
    ],
    bad: ['0', '-5', '800.5', 'many', 0, 800.5, true, []],
  },
  apiKeyParameter: {
    default: '/chainbell/api-key',
    good: [
      ['/chainbell/second/api-key', '/chainbell/second/api-key'],
      ['moralis.key_1', 'moralis.key_1'],
    ],
    bad: [
      '',
      '/',
      'a key',
      '/chainbell//key',
      '/chainbell/',
      '/aws/key',
      'ssm-key',
      '/chainbell/*',
      'chainbell/key',
      `/${'a/'.repeat(16)}b`,
      5,
      null,
    ],
  },
  every: {
    default: 60,
    good: [
      ['5s', 5],
      ['15s', 15],
      ['30s', 30],
      ['1m', 60],
      ['5m', 300],
      ['1h', 3600],
    ],
    bad: ['', '1s', '90s', 'soon', '60', 60, '-1m', null, []],
  },
  sweepEvery: {
    default: 21_600,
    good: [
      ['1m', 60],
      ['60s', 60],
      ['30m', 1_800],
      ['6h', 21_600],
      ['1d', 86_400],
    ],
    bad: ['', '30s', '90s', '2d', '25h', 'daily', '6', 6, null, []],
  },
  scanEvery: {
    default: 15,
    good: [
      ['15s', 15],
      [' 30s ', 30],
      ['1m', 60],
    ],
    bad: ['', '5s', '45s', '60s', '2m', 15, null, []],
  },
  rpcParameters: {
    default: '/chainbell/rpc',
    good: [
      ['/second/nodes', '/second/nodes'],
      [' /rpc ', '/rpc'],
    ],
    bad: ['', '/', 'rpc', '/chainbell/rpc/', '/a b', '/aws/rpc', '/ssm-rpc', '/chainbell/*', 5, null],
  },
  heartbeatParameter: {
    default: '/chainbell/heartbeat',
    good: [[' /second/heartbeat ', '/second/heartbeat']],
    bad: ['', '/', '/a b', '/aws/heartbeat', 5, null],
  },
  summary: {
    default: 'weekly',
    good: [
      [' daily ', 'daily'],
      ['none', 'none'],
    ],
    bad: ['', 'monthly', 7, null],
  },
  runbookUrl: {
    default: 'https://chainbell.example/docs/runbook.md',
    good: [
      [' https://wiki.example.org/runbook ', 'https://wiki.example.org/runbook'],
      ['https://wiki.example.org/page?id=7', 'https://wiki.example.org/page?id=7'],
    ],
    bad: [
      '',
      ' ',
      'docs/runbook.md',
      'wiki.example.org/runbook',
      'http://wiki.example.org/runbook',
      'http://127.0.0.1/runbook',
      'https://',
      'https://user:secret@wiki.example.org/runbook',
      'https://wiki.example.org/run book',
      'https://wiki.example.org/runbook#top',
      'javascript:alert(1)',
      5,
      null,
      [],
    ],
  },
  historyDays: {
    default: 90,
    good: [
      ['1', 1],
      ['365', 365],
      [30, 30],
    ],
    bad: ['', '0', '-1', '1.5', '4000', 'forever', 0, true, null],
  },
  removalPolicy: {
    default: 'retain',
    good: [
      ['retain', 'retain'],
      ['destroy', 'destroy'],
    ],
    bad: ['', 'delete', 'DESTROY', true, null],
  },
  tracing: yesOrNo,
  stackName: {
    default: 'Chainbell',
    good: [
      ['Second', 'Second'],
      [' chainbell-2 ', 'chainbell-2'],
    ],
    bad: ['', '2nd', 'a_b', 'a b', '-a', 'a'.repeat(129), 2, null],
  },
  localEngine: yesOrNo,
  cliCredentials: yesOrNo,
};

const read = (name: string, given: unknown) =>
  Object.entries(readSettings({ [name]: given })).find(([key]) => key === name)?.[1];

describe.each(Object.entries(examples))('the setting %s', (name, { default: byDefault, good, bad }) => {
  it('has its default', () => {
    expect(Object.entries(readSettings({}))).toContainEqual([name, byDefault]);
  });

  it.each(good)('understands %j', (given, value) => {
    expect(read(name, given)).toEqual(value);
  });

  it.each(bad.map((given) => [given]))('refuses %j in one sentence that names it', (given) => {
    const attempt = () => read(name, given);
    expect(attempt).toThrow(SettingWrong);
    expect(attempt).toThrow(new RegExp(`^[^\n]*\\bsetting ${name}\\b[^\n]*\\.$`));
  });
});

describe('the settings together', () => {
  it('all have examples above', () => {
    expect(Object.keys(examples)).toEqual(settingNames);
  });

  it('stand not in cdk.json, which is the same for everybody', () => {
    const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
    expect(Object.keys(context).filter((name) => !/[:@]/.test(name))).toEqual([]);
  });

  it.each(['email', 'Emails', 'calls-per-second', 'emails ', ' every', 'api.key', 'every=5m', ''])(
    'refuse the name %j, which is none of them, as it is most likely mistyped',
    (name) => {
      const attempt = () => readSettings({ [name]: 'ada@example.org' });
      expect(attempt).toThrow(SettingWrong);
      expect(attempt).toThrow(`There is no setting ${name}: the settings are baseUrl, `);
    },
  );

  it("leave CDK's own context alone", () => {
    const context = {
      '@aws-cdk/core:x': true,
      'aws:cdk:y': 1,
      'vpc-provider:z': {},
      'cli-telemetry': false,
      'cdk-migrate': true,
      'acknowledged-issue-numbers': [1],
    };
    expect(readSettings(context)).toEqual(readSettings({}));
  });

  it('say nothing of the others where one is wrong', () => {
    expect(() => readSettings({ every: 'soon', historyDays: 0 })).toThrow(/^[^\n]*every[^\n]*$/);
  });
});
