import { describe, expect, it } from 'vitest';
import { statementsOf } from './support/statements.ts';
import { stack } from './support/the-stack.ts';

const { outputs } = stack;

const aws = (service: string, resource: string) => `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const watchlist = aws('dynamodb', `table/${outputs.WatchlistTableName}`);
const state = aws('dynamodb', `table/${outputs.StateTableName}`);
const history = aws('dynamodb', `table/${outputs.HistoryTableName}`);
/** One a chain: which chains there are, nobody knows at deploy. */
const nodes = aws('ssm', 'parameter/chainbell/rpc/*');
const queue = expect.stringMatching(/:sqs:.*:Chainbell-PollingPolls/);
const logs = expect.stringMatching(/:logs:.*log-group:.*:\*$/);

const dispatch = await statementsOf(stack.aws, outputs.DispatchPollsFunctionName);
const poll = await statementsOf(stack.aws, outputs.PollWalletsFunctionName);
const shown = (statements: typeof poll) =>
  statements.map(({ Sid, Action, Resource }) => [Sid, Action.join(' '), ...Resource]);

describe('what the deployed functions may do, all of it', () => {
  it('dispatch-polls', () => {
    expect(shown(dispatch)).toEqual([
      ['ReadWatchlist', 'dynamodb:Scan', watchlist],
      ['ReadState', 'dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query dynamodb:Scan', state],
      [
        'WriteState',
        'dynamodb:BatchWriteItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem',
        state,
      ],
      ['SendPolls', 'sqs:SendMessage sqs:SendMessageBatch', queue],
      ['TellOperations', 'sns:Publish', outputs.OpsTopicArn],
      ['ReadNodes', 'ssm:GetParameter', nodes],
      ['WriteLogs', 'logs:CreateLogStream logs:PutLogEvents', logs],
    ]);
  });

  it('poll-wallets', () => {
    expect(shown(poll)).toEqual([
      ['TakePolls', 'sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage', queue],
      ['ReadApiKey', 'ssm:GetParameter', aws('ssm', 'parameter/chainbell/api-key')],
      ['ReadState', 'dynamodb:BatchGetItem', state],
      ['WriteState', 'dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem', state],
      ['WriteHistory', 'dynamodb:BatchWriteItem', history],
      ['ReadHistory', 'dynamodb:Query', history],
      ['PublishAlerts', 'sns:Publish', outputs.AlertsTopicArn],
      ['TellOperations', 'sns:Publish', outputs.OpsTopicArn],
      ['WriteLogs', 'logs:CreateLogStream logs:PutLogEvents', logs],
    ]);
  });
});

describe('so that', () => {
  it("nothing but the user changes the user's Watchlist", () => {
    const reaching = [...dispatch, ...poll].filter(({ Resource }) =>
      Resource.some((one) => one.includes(watchlist)),
    );
    expect(reaching.flatMap(({ Action }) => Action)).toEqual(['dynamodb:Scan']);
  });

  it('dispatching can tell operations, and no subscriber of the alerts', () => {
    const topics = dispatch
      .filter(({ Action }) => Action.includes('sns:Publish'))
      .flatMap(({ Resource }) => Resource);
    expect(topics).toEqual([outputs.OpsTopicArn]);
  });

  it('no resource is wider than one table, queue, topic, log group or parameter, those of nodes taken together', () => {
    const resources = [...dispatch, ...poll]
      .flatMap(({ Resource }) => Resource)
      .filter((arn) => arn !== nodes);
    expect(resources.filter((arn) => arn.replace(/:log-group:([^*]+):\*$/, '$1').includes('*'))).toEqual([]);
  });
});
