import { describe, expect, it } from 'vitest';
import { documentedPermissions } from '../support/documented-permissions.ts';
import { statementsOf } from './support/statements.ts';
import { stack } from './support/the-stack.ts';

const { outputs } = stack;

const aws = (service: string, resource: string) => `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const watchlist = aws('dynamodb', `table/${outputs.WatchlistTableName}`);
const logs = expect.stringMatching(/:logs:.*log-group:.*:\*$/);
/** One a chain: which chains there are, nobody knows at deploy. */
const nodes = aws('ssm', 'parameter/chainbell/rpc/*');
/** By their names in docs/security.md. */
const arns: Record<string, unknown> = {
  '*': '*',
  TablesWatchlist: watchlist,
  TablesState: aws('dynamodb', `table/${outputs.StateTableName}`),
  TablesContacts: aws('dynamodb', `table/${outputs.ContactsTableName}`),
  TablesHistory: aws('dynamodb', `table/${outputs.HistoryTableName}`),
  PollingWakeUps: expect.stringMatching(/:sqs:.*:Chainbell-PollingWakeUps/),
  'parameter/chainbell/heartbeat': aws('ssm', 'parameter/chainbell/heartbeat'),
  PollingPolls: expect.stringMatching(/:sqs:.*:Chainbell-PollingPolls/),
  TopicsAlerts: outputs.AlertsTopicArn,
  TopicsOperations: outputs.OpsTopicArn,
  'parameter/chainbell/api-key': aws('ssm', 'parameter/chainbell/api-key'),
  'parameter/chainbell/rpc/*': nodes,
  PollingDispatchPollsLogs: logs,
  PollingPollWalletsLogs: logs,
};

const dispatch = await statementsOf(stack.aws, outputs.DispatchPollsFunctionName);
const poll = await statementsOf(stack.aws, outputs.PollWalletsFunctionName);
const shown = (statements: typeof poll) =>
  statements.map(({ Sid, Action, Resource }) => [Sid, Action.join(' '), ...Resource]);

/** An engine knows a batch of messages as an action of its own; AWS does not. */
const onEngine = (actions: readonly string[]) =>
  actions.flatMap((action) => (action === 'sqs:SendMessage' ? [action, `${action}Batch`] : [action]));
const documented = (role: string) =>
  documentedPermissions(role).map(({ sid, actions, resource }) => [
    sid,
    onEngine(actions).join(' '),
    ...resource.split(' ').map((one) => arns[one] ?? `no ARN is known of ${one}`),
  ]);

describe('what the deployed functions may do is what docs/security.md says, all of it:', () => {
  it('dispatch-polls', () => {
    expect(shown(dispatch)).toEqual(documented('DispatchPollsRole'));
  });

  it('poll-wallets', () => {
    expect(shown(poll)).toEqual(documented('PollWalletsRole'));
  });
});

describe('so that', () => {
  it("nothing but the user changes the user's Watchlist", () => {
    const reaching = [...dispatch, ...poll].filter(({ Resource }) =>
      Resource.some((one) => one.includes(watchlist)),
    );
    expect(reaching.flatMap(({ Action }) => Action)).toEqual(['dynamodb:Scan', 'dynamodb:Query']);
  });

  it('dispatching can tell operations, and subscribers of the alerts their summary', () => {
    const topics = dispatch
      .filter(({ Action }) => Action.includes('sns:Publish'))
      .flatMap(({ Resource }) => Resource);
    expect(topics.toSorted()).toEqual([outputs.AlertsTopicArn, outputs.OpsTopicArn].toSorted());
  });

  it('no resource is wider than one table, queue, topic, log group or parameter, those of nodes taken together; what SMS cost has none', () => {
    const resources = [...dispatch, ...poll]
      .filter(({ Sid }) => Sid !== 'ReadSmsSpend')
      .flatMap(({ Resource }) => Resource)
      .filter((arn) => arn !== nodes);
    expect(resources.filter((arn) => arn.replace(/:log-group:([^*]+):\*$/, '$1').includes('*'))).toEqual([]);
  });
});
