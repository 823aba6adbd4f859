import { historyCommand, reasonsOf } from './history-command.ts';

/** `chainbell hidden <wallet>`: the transfers that were kept back as spam, and why. */
export const hidden = historyCommand({
  name: 'hidden',
  status: 'hidden',
  none: 'Nothing was hidden',
  headings: ['Id', 'Why'],
  more: (alert) => [alert.id, { text: reasonsOf(alert), look: 'dim' }],
  help: '\nTimes are UTC. chainbell trust with an id trusts the token of that transfer from now on.\n',
});
