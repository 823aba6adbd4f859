import type { AwsPart } from '../../lib/cli/frame/command.ts';

interface Part {
  readonly words: string;
  /** The ARN as policies name it, for a stack called Chainbell in any region and account. */
  readonly arn: string;
}

const dynamodb = 'arn:aws:dynamodb:*:*:table';
const lambda = 'arn:aws:lambda:*:*:function';
const sns = 'arn:aws:sns:*:*';
const sqs = 'arn:aws:sqs:*:*';
const ssm = 'arn:aws:ssm:*:*:parameter';

/** Resources in words, and as policies name them. CloudFormation appends letters to most names, hence the stars. */
export const awsParts = {
  stack: { words: 'the stack', arn: 'arn:aws:cloudformation:*:*:stack/Chainbell/*' },
  watchlist: { words: 'the Watchlist table', arn: `${dynamodb}/Chainbell-TablesWatchlist*` },
  state: { words: 'the State table', arn: `${dynamodb}/Chainbell-TablesState*` },
  history: { words: 'the History table', arn: `${dynamodb}/Chainbell-TablesHistory*` },
  contacts: { words: 'the Contacts table', arn: `${dynamodb}/Chainbell-TablesContacts*` },
  dispatch: { words: 'the dispatch function', arn: `${lambda}:Chainbell-PollingDispatchPolls*` },
  poll: { words: 'the poll function', arn: `${lambda}:Chainbell-PollingPollWallets*` },
  deliver: { words: 'the function that delivers', arn: `${lambda}:Chainbell-DestinationsDeliverAlerts*` },
  alerts: { words: 'the alerts topic', arn: `${sns}:Chainbell-TopicsAlerts*` },
  operations: { words: 'the operations topic', arn: `${sns}:Chainbell-TopicsOperations*` },
  queues: { words: 'the queues of the stack', arn: `${sqs}:Chainbell-*` },
  destinationQueues: { words: "the destination's queue", arn: `${sqs}:Chainbell-*` },
  deadLetters: { words: "the destination's dead-letter queue", arn: `${sqs}:Chainbell-*-dead-letters` },
  readers: { words: "the queues' event source mappings", arn: 'arn:aws:lambda:*:*:event-source-mapping:*' },
  schedule: {
    words: 'the schedule',
    arn: 'arn:aws:scheduler:*:*:schedule/default/Chainbell-PollingTick*',
  },
  tickRole: { words: "the schedule's role", arn: 'arn:aws:iam::*:role/Chainbell-PollingTickRole*' },
  apiKey: { words: "the key's parameter", arn: `${ssm}/chainbell/api-key` },
  nodeUrls: { words: "the parameters of chains' nodes", arn: `${ssm}/chainbell/rpc/*` },
  heartbeat: { words: "the heartbeat's parameter", arn: `${ssm}/chainbell/heartbeat` },
  secrets: { words: 'the parameters of destinations', arn: `${ssm}/chainbell/destinations/*` },
  /** For actions that no policy can narrow down. */
  account: { words: '*', arn: '*' },
} as const satisfies Readonly<Record<AwsPart, Part>>;
