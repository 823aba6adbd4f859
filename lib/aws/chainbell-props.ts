import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Settings } from './settings/definitions.ts';
import { readSettings } from './settings/read-settings.ts';

export interface PhoneProps {
  /** With country code, such as `+4915112345678`. */
  readonly phone: string;
  /** An SNS filter policy on the alerts' attributes, such as `{ direction: ['out'] }`. @default - all alerts */
  readonly filter?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

export interface DestinationProps {
  /** `[a-z][a-z0-9-]{0,31}`, unique. */
  readonly name: string;
  readonly kind: 'telegram' | 'slack' | 'discord' | 'webhook' | 'pagerduty';
  /** An SNS filter policy on the alerts' attributes, such as `{ type: ['transfer.received'] }`. @default - all alerts */
  readonly filter?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** Gets operations messages and alarms too. @default - it does not */
  readonly operations?: boolean;
}

/** What can be chosen, all of it with a default; checked at synth. */
export interface ChainbellProps {
  /** Begins the names of alarms; unique in account and region. @default - the stack's name and the construct's path in it */
  readonly name?: string;
  /** Base address of the transfers endpoint: https, or http for loopback. @default 'https://deep-index.moralis.io' */
  readonly baseUrl?: string;
  /** The path segment after /api/. @default 'v2' */
  readonly apiVersion?: string;
  /** SecureString of the API key; with a KMS key of yours, grant `pollWallets` its use. @default '/chainbell/api-key' */
  readonly apiKeyParameter?: string | IStringParameter;
  /** Where transfers come from: the API or the chain's node; one word, or a map of chains to words. @default 'api' */
  readonly source?: 'api' | 'node' | Readonly<Record<string, 'api' | 'node'>>;
  /** Calls a second of the API plan, both endpoints together; 0.5 or more. @default 10 */
  readonly callsPerSecond?: number;
  /** Calls a UTC day of the API plan, both endpoints together. @default - no limit */
  readonly callsPerDay?: number;
  /** Base address of the coins endpoint. @default - coins are not looked up */
  readonly coinBaseUrl?: string;
  /** How several hashes are sent to the coins endpoint. @default 'brackets' */
  readonly coinArrayStyle?: 'brackets' | 'repeat' | 'comma';
  /** More `chain:token` -> coin type pairs, such as `{ 'eth:0x…': '0x1::asset::USDC' }`. @default - the known bridged coins */
  readonly coins?: Readonly<Record<string, string>>;
  /** Source of the worth in US dollars; it is told tokens, never wallets. @default 'none' */
  readonly prices?: 'none' | 'defillama';
  /** Base address of the price service. @default 'https://coins.llama.fi' */
  readonly priceBaseUrl?: string;
  /** Email addresses to subscribe to alerts. @default - none */
  readonly emails?: readonly string[];
  /** Phone numbers with country code to subscribe to alerts, each with a filter if you like. @default - none */
  readonly phones?: readonly (string | PhoneProps)[];
  /** Webhooks to subscribe to alerts: https, or http for loopback. @default - none */
  readonly webhooks?: readonly string[];
  /** Email addresses to subscribe to operations messages and alarms. @default - none */
  readonly opsEmails?: readonly string[];
  /** Chats and signed webhooks; secrets in the SecureString `/chainbell/destinations/<name>`, made by hand. @default - none */
  readonly destinations?: readonly DestinationProps[];
  /** Where alerts are published; its policies stay, and it is no FIFO topic. @default - a new topic */
  readonly alertsTopic?: ITopic;
  /** Topic of operations messages and alarms: CloudWatch must be able to publish, so not under AWS's own SNS key. @default - a new topic */
  readonly operationsTopic?: ITopic;
  /** Keyed by `wallet` (partition) and `chain` (sort), both text; only read by the functions. @default - a new table */
  readonly watchlistTable?: ITable;
  /** A wallet's poll interval: 5 seconds to a day, above a minute in whole minutes. @default Duration.minutes(1) */
  readonly every?: Duration;
  /** Poll interval of a wallet without activity on its chain's node: 1 minute to a day. @default Duration.hours(6) */
  readonly sweepEvery?: Duration;
  /** How often a chain's node is asked: every 15, 30 or 60 seconds. @default Duration.seconds(15) */
  readonly scanEvery?: Duration;
  /** SecureStrings of nodes' URLs, one a chain; with a KMS key of yours, grant `dispatchPolls` its use. @default '/chainbell/rpc' */
  readonly rpcParameters?: string;
  /** SecureString of a monitor's https URL; keys as for `rpcParameters`. @default '/chainbell/heartbeat' */
  readonly heartbeatParameter?: string;
  /** How often the alerts topic gets a summary, also when nothing happened. @default 'weekly' */
  readonly summary?: Settings['summary'];
  /** The runbook whose headings operations messages and alarms link. @default 'https://chainbell.example/docs/runbook.md' */
  readonly runbookUrl?: string;
  /** How long alerts and hidden transfers stay queryable, in whole days. @default Duration.days(90) */
  readonly historyRetention?: Duration;
  /** What becomes of the tables when the stack is destroyed. @default RemovalPolicy.RETAIN */
  readonly removalPolicy?: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
  /** Whether X-Ray traces the functions. @default false */
  readonly tracing?: boolean;
  /** For an AWS-compatible engine on this machine: requests from loopback may come without TLS. @default false */
  readonly localEngine?: boolean;
}

/** The settings that the props stand for. @throws SettingWrong for the first prop whose value can't be used */
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
