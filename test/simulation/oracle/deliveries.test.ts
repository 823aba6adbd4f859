import { expect, it } from 'vitest';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { slackPayload } from '../../../functions/deliver-alerts/kinds/slack.ts';
import { transferAlert } from '../../support/alerts.ts';
import { Scheduler } from '../../support/scheduler.ts';
import { troubleAt } from '../aws/aws-calls.ts';
import { Counts } from '../counts.ts';
import { Troubles } from '../troubles.ts';
import { DeliveryJudge, urls } from './deliveries.ts';

const alerts = {
  first: transferAlert({ id: 'first' }),
  twin: transferAlert({ id: 'twin' }),
  later: transferAlert({ id: 'later', transfer: { value: 1n } }),
};
type Name = keyof typeof alerts;

/** Publishes the alerts a second apart. @param unplaced the alert for which the table refuses a place in line */
function judgeOf(unplaced: Name | null) {
  const complaints: string[] = [];
  const scheduler = new Scheduler(0);
  const counts = new Counts();
  const troubles = new Troubles(counts, () => scheduler.now);
  const judge = new DeliveryJudge({ scheduler, counts, troubles }, (complaint) => complaints.push(complaint));
  for (const [id, alert] of Object.entries(alerts)) {
    scheduler.now += 500;
    judge.published(id, alert.wallet.address, JSON.stringify(alert));
    scheduler.now += 500;
    if (id === unplaced) troubles.note(troubleAt('put waiting'));
  }
  const call = { method: 'POST' as const, at: 0 };
  return {
    complaints,
    chatTakes(name: Name): void {
      const body = JSON.stringify(slackPayload(alertMessage(alerts[name])));
      judge.took('chat', { ...call, url: urls.chat, headers: {}, body }, true);
    },
    hookTakes(name: Name): void {
      judge.took('hook', { ...call, url: urls.hook, headers: { 'webhook-id': name }, body: '' }, true);
    },
  };
}

it('an alert without a place in line may come last, though the chat got one of the same text before', () => {
  const { complaints, chatTakes } = judgeOf('first');
  chatTakes('twin');
  chatTakes('later');
  chatTakes('first');
  expect(complaints).toEqual([]);
});

it('alerts of the same text come in order like all others if each got its place in line', () => {
  const { complaints, chatTakes } = judgeOf(null);
  chatTakes('first');
  chatTakes('later');
  expect(complaints).toEqual(['chat got later before twin of the same wallet']);
});

it('a webhook tells alerts of the same text apart: only the one without a place in line may come last', () => {
  const { complaints, hookTakes } = judgeOf('first');
  hookTakes('first');
  hookTakes('later');
  expect(complaints).toEqual(['hook got later before twin of the same wallet']);
});
