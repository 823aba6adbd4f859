import { historyCommand } from './history-command.ts';

/** `chainbell history <wallet>`: the alerts that were told. */
export const history = historyCommand({
  name: 'history',
  status: 'told',
  none: 'History has no alert',
  filtered: null,
  headings: ['Id'],
  more: ({ alert: { id } }) => [id],
  help: '\nTimes are UTC. The newest block comes first; --json has the whole alerts.\n',
});
