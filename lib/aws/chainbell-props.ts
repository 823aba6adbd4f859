import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IStringParameter } from 'aws-cdk-lib/aws-ssm';
import type { DestinationKind } from '../../functions/deliver-alerts/environment.ts';
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
  readonly kind: DestinationKind;
  /** An SNS filter policy on the alerts' attributes, such as `{ type: ['transfer.received'] }`. @default - all alerts; a pager's: critical ones, and those that end one */
  readonly filter?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** Gets operations messages and alarms too. @default - it does not */
  readonly operations?: boolean;
}

/** Props that differ in form from their setting, or that no setting has. */
interface OwnProps {
  /** Begins the names of alarms and of the destinations' queues; the metrics' dimension. Unique in account and region. @default - the stack's name and the construct's path in it */
  readonly name?: string;
  /** SecureString of the API key; with a KMS key of yours, grant `pollWallets` its use. @default '/chainbell/api-key' */
  readonly apiKeyParameter?: string | IStringParameter;
  /** The API plan's calls per UTC day, for both endpoints together. @default - no limit */
  readonly callsPerDay?: number;
  /** Phone numbers with country code to subscribe to alerts, each with a filter if you like. @default - none */
  readonly phones?: readonly (string | PhoneProps)[];
  /** Chats and signed webhooks; secrets in the SecureString `/chainbell/destinations/<name>`, made by hand. @default - none */
  readonly destinations?: readonly DestinationProps[];
  /** Where alerts are published. It keeps its policies, and must not be a FIFO topic. @default - a new topic */
  readonly alertsTopic?: ITopic;
  /** Topic of operations messages and alarms. Not encrypted with alias/aws/sns: CloudWatch could not publish. @default - a new topic */
  readonly operationsTopic?: ITopic;
  /** Keyed by `wallet` (partition) and `chain` (sort), both text; only read by the functions. @default - a new table */
  readonly watchlistTable?: ITable;
  /** A wallet's poll interval: 5 seconds to a day, above a minute in whole minutes. @default Duration.minutes(1) */
  readonly every?: Duration;
  /** Poll interval of a wallet without activity on its chain's node: 1 minute to a day. @default Duration.hours(6) */
  readonly sweepEvery?: Duration;
  /** How often a chain's node is asked: every 15, 30 or 60 seconds. @default Duration.seconds(15) */
  readonly scanEvery?: Duration;
  /** How long alerts and hidden transfers stay queryable, in whole days. @default Duration.days(90) */
  readonly historyRetention?: Duration;
  /** What becomes of the tables when the stack is destroyed. @default RemovalPolicy.RETAIN */
  readonly removalPolicy?: RemovalPolicy.RETAIN | RemovalPolicy.DESTROY;
}

type OfStack = 'stackName' | 'cliCredentials' | 'historyDays';

/** The construct's settings, checked at synth. The package shows the meanings in definitions.ts as doc comments. */
export interface ChainbellProps extends OwnProps, Partial<Omit<Settings, keyof OwnProps | OfStack>> {}

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
