import { historyCommand, reasonsOf } from './history-command.ts';

/** `chainbell hidden <wallet>`: the transfers that were kept back as spam, and why; also those that the row's filters left out. */
export const hidden = historyCommand({
  name: 'hidden',
  status: 'hidden',
  none: 'Nothing was hidden',
  filtered: "also transfers that the row's own filters left out, such as a minimum: kept for 7 days",
  headings: ['Id', 'Why'],
  more: ({ status, alert }, filter) => [
    alert.id,
    { text: status === 'unwanted' ? filter : reasonsOf(alert), look: 'dim' },
  ],
  help: '\nTimes are UTC. chainbell trust with an id trusts the token of that transfer from now on.\n',
});
