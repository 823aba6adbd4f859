import * as z from 'zod';
import { typedChainSources } from '../../../functions/chain/chain-sources.ts';
import { parseCoinsSetting } from '../../../functions/coin/coin-types.ts';
import { liveBaseUrl, parseApiVersion, parseBaseUrl } from '../../../functions/http/base-url.ts';
import { repositoryRunbook } from '../../../functions/incidents/operations-message.ts';
import { parseInterval, parseSweepInterval } from '../../../functions/wallet/read-row.ts';
import { destinations, phones } from './destination.ts';
import {
  asJsonOrWord,
  asList,
  asNumber,
  emails,
  httpsPage,
  listOf,
  parameterName,
  parsedBy,
  setting,
  webhook,
  yesOrNo,
} from './setting.ts';

/** All settings with their defaults; `npm run schema` makes chainbell.schema.json of them. */
export const settings = {
  baseUrl: setting(
    'Base address of the transfers endpoint.',
    'an https address without a query (http for loopback only)',
    parsedBy(parseBaseUrl).prefault(liveBaseUrl),
  ),
  apiVersion: setting(
    'The path segment after /api/.',
    'a version as it stands in the path after /api/, such as v2 or v2.2',
    parsedBy(parseApiVersion).prefault('v2'),
  ),
  coinBaseUrl: setting(
    'Base address of the coins endpoint; empty switches the lookup off.',
    'an https address without a query (http for loopback only), or nothing to switch the coin lookup off',
    z.union([z.literal(''), parsedBy(parseBaseUrl)]).prefault(''),
  ),
  coinArrayStyle: setting(
    'How several hashes are sent to the coins endpoint.',
    'brackets, repeat or comma',
    z.enum(['brackets', 'repeat', 'comma']).default('brackets'),
  ),
  coins: setting(
    'More token -> coin type pairs, on top of the bridged ones that are known.',
    'a JSON object of chain:token -> coin type, such as {"eth:0x<40 hex digits>": "0x1::asset::USDC"}, of 2,500 characters at most, because the environment of a Lambda function holds 4 KB',
    z
      .unknown()
      .meta({ type: 'object', additionalProperties: { type: 'string' } })
      .default({})
      .transform((pairs) => Object.fromEntries(parseCoinsSetting(pairs)))
      .refine((pairs) => JSON.stringify(pairs).length <= 2_500),
  ),
  prices: setting(
    'Where the worth of transfers in US dollars comes from. The service learns tokens, never wallets.',
    'none or defillama',
    z.enum(['none', 'defillama']).default('none'),
  ),
  priceBaseUrl: setting(
    'Base address of the price service.',
    'an https address without a query (http for loopback only)',
    parsedBy(parseBaseUrl).prefault('https://coins.llama.fi'),
  ),
  emails: emails('Email subscriptions of the alerts topic; each is asked to confirm.'),
  phones: setting(
    'SMS subscriptions of the alerts topic.',
    'phone numbers with country code, such as +4915112345678, separated by commas, or a JSON array in which a number with a filter is an object such as {"phone": "+4915112345678", "filter": {"direction": ["out"]}}, with at most five attributes and 150 combinations of their values; each number once',
    phones,
    asList,
  ),
  webhooks: setting(
    'Webhook subscriptions of the alerts topic, in the form of SNS.',
    'https addresses (http for loopback only) without user name or password, separated by commas',
    listOf(webhook),
    asList,
  ),
  opsEmails: emails('Email subscriptions of the operations topic: problems and alarms.'),
  destinations: setting(
    'Telegram, Slack, Discord, PagerDuty and signed webhooks that get the alerts.',
    'a JSON array of at most 20 objects such as {"name": "team", "kind": "slack"}: name (unique, lower-case letters, digits and hyphens, 32 at most), kind (telegram, slack, discord, pagerduty or webhook), and if you like filter (an SNS filter policy of at most 150 combinations on at most five of the attributes type, severity (info, warning, critical), wallet, chain, token, direction (in, out, self), verdict (ok, spam), tags and amount) and operations (true or false)',
    destinations,
    asList,
  ),
  source: setting(
    'Where the transfers of a chain come from: the API, or a node of the chain (see rpcParameters), which needs no key.',
    'api, node, or a JSON object with one of these words per chain, such as {"eth": "node", "0x2105": "node"}; a missing chain is read from the API',
    typedChainSources.prefault('api'),
    asJsonOrWord,
  ),
  callsPerSecond: setting(
    'Calls a second of your API plan, both endpoints together; never exceeded.',
    'the calls a second of the API plan, a number of 0.5 or more',
    // At least two calls in four seconds: a wallet's poll and one more.
    z.number().min(0.5).default(10),
    asNumber,
  ),
  callsPerDay: setting(
    "Your API plan's calls per UTC day, for both endpoints together; never exceeded.",
    "the API plan's calls per UTC day, a whole number above 0, or none",
    z.union([z.int().positive(), z.enum(['none', '']).transform(() => null), z.null()]).prefault('none'),
    asNumber,
  ),
  apiKeyParameter: setting(
    "Name of the SSM SecureString that holds the API's key.",
    'the name of an SSM parameter, such as /chainbell/api-key: letters, digits and _.-/ only, not beginning with aws or ssm, not in /chainbell/destinations',
    parameterName.default('/chainbell/api-key'),
  ),
  /** Seconds. */
  every: setting(
    'How often a wallet is polled unless its row says otherwise.',
    'an interval such as 15s, 30s, 1m, 5m or 1h: 5s or more, and whole minutes above 1m',
    parsedBy(parseInterval).prefault('1m'),
  ),
  /** Seconds. */
  sweepEvery: setting(
    'How often a wallet without activity at its node is polled.',
    'an interval from 1m to 1d in whole minutes, such as 1m, 30m, 6h or 1d',
    parsedBy(parseSweepInterval).prefault('6h'),
  ),
  /** Seconds. */
  scanEvery: setting(
    "How often a chain's node is scanned for activity.",
    '15s, 30s or 1m',
    z.enum(['15s', '30s', '1m']).transform(parseInterval).prefault('15s'),
  ),
  rpcParameters: setting(
    'Path of the SSM SecureStrings with the JSON-RPC URLs of nodes, one a chain.',
    'the path of SSM parameters, such as /chainbell/rpc: it begins with a slash and ends without one, letters, digits and _.- only, not /aws, /ssm, /chainbell itself or /chainbell/destinations',
    parameterName.refine((name) => name.startsWith('/') && name !== '/chainbell').default('/chainbell/rpc'),
  ),
  heartbeatParameter: setting(
    'Name of the SSM SecureString with the https URL of a monitor outside AWS, called after each tick.',
    'the name of an SSM parameter, such as /chainbell/heartbeat: letters, digits and _.-/ only, not beginning with aws or ssm, not in /chainbell/destinations',
    parameterName.default('/chainbell/heartbeat'),
  ),
  summary: setting(
    'How often the alerts topic gets a summary, also when nothing happened.',
    'weekly, daily or none',
    z.enum(['weekly', 'daily', 'none']).default('weekly'),
  ),
  runbookUrl: setting(
    'The runbook to which operations messages and alarms link.',
    'the https address of docs/runbook.md, or of a page with its headings, without user name, password or "#"',
    httpsPage.default(repositoryRunbook),
  ),
  historyDays: setting(
    'Days that alerts and hidden transfers stay queryable.',
    'a whole number of days from 1 to 3650',
    z.int().min(1).max(3650).default(90),
    asNumber,
  ),
  removalPolicy: setting(
    'Whether the tables stay when the stack is destroyed; destroy is for throw-away stacks.',
    'retain or destroy',
    z.enum(['retain', 'destroy']).default('retain'),
  ),
  tracing: yesOrNo('Traces of all functions in X-Ray.'),
  stackName: setting(
    'Name of the stack; a second one in an account and region needs another.',
    'the name of a stack: letters, digits and hyphens, beginning with a letter, at most 128',
    z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,127}$/i)
      .default('Chainbell'),
  ),
  localEngine: yesOrNo(
    'For AWS-compatible engines on this machine, never for AWS: requests from loopback may come without TLS.',
  ),
  cliCredentials: yesOrNo("Deploy with the caller's credentials, without the bootstrap roles."),
};

export type Settings = {
  readonly [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']>;
};

export const settingNames: readonly string[] = Object.keys(settings);
