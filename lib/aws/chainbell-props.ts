import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Settings } from './settings/definitions.ts';
import { readSettings } from './settings/read-settings.ts';

/** A phone that gets some alerts by SMS. */
export interface PhoneProps {
  /** With country code, such as `+4915112345678`. */
  readonly phone: string;
  /**
   * An SNS filter policy on the attributes of alerts, such as `{ direction: ['out'] }`.
   * @default - all alerts
   */
  readonly filter?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

/** A chat or a signed webhook. */
export interface DestinationProps {
  /** `[a-z][a-z0-9-]{0,31}`, unique among them. */
  readonly name: string;
  readonly kind: 'telegram' | 'slack' | 'discord' | 'webhook' | 'pagerduty';
  /**
   * An SNS filter policy on the attributes of alerts, such as `{ type: ['transfer.received'] }`.
   * @default - all alerts
   */
  readonly filter?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /**
   * Whether it gets operations messages and alarms too.
   * @default - it does not
   */
  readonly operations?: boolean;
}

/** What can be chosen about a Chainbell. All of it has a default; values are checked at synth. */
export interface ChainbellProps {
  /**
   * What alarms, dashboard and metrics are called by. Two in one account and region must differ.
   * @default - the stack's name, followed by the construct's path in the stack
   */
  readonly name?: string;
  /**
   * Base address of the transfers endpoint: https, or http for loopback.
   * @default 'https://deep-index.moralis.io'
   */
  readonly baseUrl?: string;
  /**
   * The path segment after /api/.
   * @default 'v2'
   */
  readonly apiVersion?: string;
  /**
   * The SecureString that holds the API's key, made by hand: its name, or the parameter. One under a key of your own needs
   * a grant for that key to `pollWallets`.
   * @default '/chainbell/api-key'
   */
  readonly apiKeyParameter?: string | IStringParameter;
  /**
   * Where the transfers of a chain come from: the API, or a node of the chain; one word for all, or a map of chains to words.
   * @default 'api'
   */
  readonly source?: 'api' | 'node' | Readonly<Record<string, 'api' | 'node'>>;
  /**
   * Calls a second of the API plan, both endpoints together; 0.5 or more.
   * @default 10
   */
  readonly callsPerSecond?: number;
  /**
   * Calls a UTC day of the API plan, both endpoints together.
   * @default - no limit
   */
  readonly callsPerDay?: number;
  /**
   * Base address of the coins endpoint.
   * @default - coins are not looked up
   */
  readonly coinBaseUrl?: string;
  /**
   * How several hashes are sent to the coins endpoint.
   * @default 'brackets'
   */
  readonly coinArrayStyle?: 'brackets' | 'repeat' | 'comma';
  /**
   * More `chain:token` -> coin type pairs, such as `{ 'eth:0x…': '0x1::asset::USDC' }`.
   * @default - the bridged coins that are known
   */
  readonly coins?: Readonly<Record<string, string>>;
  /**
   * Where the worth of transfers in US dollars comes from. The service is told tokens, never wallets.
   * @default 'none'
   */
  readonly prices?: 'none' | 'defillama';
  /**
   * Base address of the price service.
   * @default 'https://coins.llama.fi'
   */
  readonly priceBaseUrl?: string;
  /**
   * Email addresses to subscribe to alerts.
   * @default - none
   */
  readonly emails?: readonly string[];
  /**
   * Phone numbers with country code to subscribe to alerts, each with a filter if you like.
   * @default - none
   */
  readonly phones?: readonly (string | PhoneProps)[];
  /**
   * Webhooks to subscribe to alerts: https, or http for loopback.
   * @default - none
   */
  readonly webhooks?: readonly string[];
  /**
   * Email addresses to subscribe to operations messages and alarms.
   * @default - none
   */
  readonly opsEmails?: readonly string[];
  /**
   * Chats and signed webhooks that get the alerts. URL, token and secrets of each are put into the SSM SecureString
   * `/chainbell/destinations/<name>` by hand.
   * @default - none
   */
  readonly destinations?: readonly DestinationProps[];
  /**
   * Where alerts are published. Its policies stay as they are; a FIFO topic can't be used.
   * @default - a new topic
   */
  readonly alertsTopic?: ITopic;
  /**
   * Where operations messages and alarms are published. Its policy must let CloudWatch publish, and AWS's own SNS key would
   * keep CloudWatch from it.
   * @default - a new topic
   */
  readonly operationsTopic?: ITopic;
  /**
   * What to watch: keyed by `wallet` (partition) and `chain` (sort), both text. The functions only read it.
   * @default - a new table
   */
  readonly watchlistTable?: ITable;
  /**
   * How often a wallet is polled unless its row says otherwise: 5 seconds to a day, above a minute in whole minutes.
   * @default Duration.minutes(1)
   */
  readonly every?: Duration;
  /**
   * How often a wallet is polled that its chain's node shows no activity of: a minute to a day, in whole minutes.
   * @default Duration.hours(6)
   */
  readonly sweepEvery?: Duration;
  /**
   * How often a chain's node is asked what moved: 15 seconds, 30 seconds or a minute.
   * @default Duration.seconds(15)
   */
  readonly scanEvery?: Duration;
  /**
   * Path of the SecureStrings with the JSON-RPC URLs of nodes, one a chain, made by hand. Those under a key of your own need
   * a grant for that key to `dispatchPolls`.
   * @default '/chainbell/rpc'
   */
  readonly rpcParameters?: string;
  /**
   * Name of the SecureString with the https URL of a monitor outside, made by hand: the heartbeat. One under a key of your own
   * needs a grant for that key to `dispatchPolls`.
   * @default '/chainbell/heartbeat'
   */
  readonly heartbeatParameter?: string;
  /**
   * How often the alerts topic gets a summary, also when nothing happened: as the setting.
   * @default 'weekly'
   */
  readonly summary?: Settings['summary'];
  /**
   * The runbook that operations messages and alarms link, each its heading: https.
   * @default 'https://chainbell.example/docs/runbook.md'
   */
  readonly runbookUrl?: string;
  /**
   * How long alerts and hidden transfers stay queryable, in whole days.
   * @default Duration.days(90)
   */
  readonly historyRetention?: Duration;
  /**
   * What becomes of the tables when the stack is destroyed.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
  /**
   * Whether X-Ray traces the functions.
   * @default false
   */
  readonly tracing?: boolean;
  /**
   * For an AWS-compatible engine on this machine, never for AWS: requests from loopback may come without TLS.
   * @default false
   */
  readonly localEngine?: boolean;
}

/**
 * The settings that the props stand for, with the settings' defaults.
 * @throws SettingWrong for the first prop whose value can't be used
 */
export function settingsOf(props: ChainbellProps): Settings {
  const { name, alertsTopic, operationsTopic, watchlistTable, historyRetention, ...rest } = props;
  const { every, sweepEvery, scanEvery, removalPolicy, apiKeyParameter, ...plain } = rest;
  return readSettings({
    ...plain,
    every: every === undefined ? undefined : `${every.toSeconds()}s`,
    sweepEvery: sweepEvery === undefined ? undefined : `${sweepEvery.toSeconds()}s`,
    scanEvery: scanEvery?.toSeconds() === 60 ? '1m' : scanEvery && `${scanEvery.toSeconds()}s`,
    historyDays: historyRetention?.toDays(),
    removalPolicy: removalPolicy === RemovalPolicy.DESTROY ? 'destroy' : undefined,
    apiKeyParameter: typeof apiKeyParameter === 'string' ? apiKeyParameter : undefined,
  });
}
