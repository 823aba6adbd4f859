import type { CommandModule } from './command-module.ts';

/** Its code, with its part of the AWS SDK, is loaded when it is asked for. */
export interface CommandEntry<Name extends string = string> {
  readonly name: Name;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** In the order of `chainbell --help`. */
const groups = {
  'Wallets:': [
    {
      name: 'add',
      summary: 'Watch a wallet from now on.',
      load: async () => (await import('../watchlist/add.ts')).add,
    },
    {
      name: 'list',
      summary: 'List the watched wallets, and how each of them is doing.',
      load: async () => (await import('../watchlist/list.ts')).list,
    },
    {
      name: 'show',
      summary: 'Show the row of a wallet, and how it is doing.',
      load: async () => (await import('../watchlist/show.ts')).show,
    },
    {
      name: 'set',
      summary: 'Change attributes of a watched wallet; all others stay as they are.',
      load: async () => (await import('../watchlist/set.ts')).set,
    },
    {
      name: 'pause',
      summary: 'Stop polling a wallet; its row and what is known of it stay.',
      load: async () => (await import('../watchlist/pause.ts')).pause,
    },
    {
      name: 'resume',
      summary: 'Poll a paused wallet again, from the block where it stands.',
      load: async () => (await import('../watchlist/pause.ts')).resume,
    },
    {
      name: 'remove',
      summary: 'Stop watching a wallet: its row is deleted, its History stays.',
      load: async () => (await import('../watchlist/remove.ts')).remove,
    },
    {
      name: 'import',
      summary: 'Watch the wallets of a file, CSV or JSON.',
      load: async () => (await import('../bulk/import.ts')).importRows,
    },
    {
      name: 'export',
      summary: 'Print all rows of the Watchlist as CSV or JSON, as import takes them.',
      load: async () => (await import('../bulk/export.ts')).exportRows,
    },
    {
      name: 'contacts',
      summary: 'Call addresses by names in alerts: add, list, remove, import, export.',
      load: async () => (await import('../contacts/contacts.ts')).contacts,
    },
  ],
  'Alerts:': [
    {
      name: 'subscribe',
      summary: 'Send alerts to an email address, a phone or a URL too.',
      load: async () => (await import('../subscribers/subscribe.ts')).subscribe,
    },
    {
      name: 'unsubscribe',
      summary: 'End the alerts of an email address, a phone or a URL.',
      load: async () => (await import('../subscribers/unsubscribe.ts')).unsubscribe,
    },
    {
      name: 'subscriptions',
      summary: 'List who gets alerts and operations messages, and who is still to confirm.',
      load: async () => (await import('../subscribers/subscriptions.ts')).subscriptions,
    },
    {
      name: 'test',
      summary: 'Publish a test alert, which every subscriber and destination gets.',
      load: async () => (await import('../subscribers/test.ts')).test,
    },
    {
      name: 'history',
      summary: 'List the alerts of a wallet.',
      load: async () => (await import('../history/history.ts')).history,
    },
    {
      name: 'hidden',
      summary: 'List the transfers of a wallet that were kept back as spam, and why.',
      load: async () => (await import('../history/history.ts')).hidden,
    },
    {
      name: 'replay',
      summary: 'Show what would have been reported of a range of blocks; nothing is published.',
      load: async () => (await import('../replay/replay.ts')).replay,
    },
    {
      name: 'trust',
      summary: 'Mark a token as no spam for a wallet, straight from a hidden transfer.',
      load: async () => (await import('../history/trust.ts')).trust,
    },
    {
      name: 'redrive',
      summary: 'Send the dead letters of a destination again. It does not switch a destination on.',
      load: async () => (await import('../subscribers/redrive.ts')).redrive,
    },
  ],
  'Secrets:': [
    {
      name: 'key',
      summary: 'Set the API key.',
      load: async () => (await import('../secrets/key.ts')).key,
    },
    {
      name: 'rpc',
      summary: "Set the JSON-RPC URL of a chain's node.",
      load: async () => (await import('../secrets/rpc.ts')).rpc,
    },
    {
      name: 'heartbeat',
      summary: 'Set the URL of a monitor that notices when Chainbell falls silent.',
      load: async () => (await import('../secrets/heartbeat.ts')).heartbeat,
    },
    {
      name: 'destination',
      summary: 'Set the secret of a chat or signed webhook.',
      load: async () => (await import('../secrets/destination.ts')).destination,
    },
  ],
  'Care:': [
    {
      name: 'page',
      summary: 'Show alerts, wallets and open problems on a page of this machine.',
      load: async () => (await import('../../page/page-command.ts')).page,
    },
    {
      name: 'doctor',
      summary: 'Look at every part, and say what to do about what is wrong.',
      load: async () => (await import('../doctor/doctor.ts')).doctor,
    },
  ],
  'Without a stack:': [
    {
      name: 'init',
      summary: 'Write chainbell.json: who gets alerts, and which API plan you have.',
      load: async () => (await import('../init/init.ts')).init,
    },
    {
      name: 'judge',
      summary: 'Judge token transfers as the deployed functions do.',
      load: async () => (await import('../judge/judge.ts')).judge,
    },
    {
      name: 'estimate',
      summary: 'Estimate what so many wallets take: API and node calls, the plan, the AWS bill.',
      load: async () => (await import('../estimate/estimate.ts')).estimate,
    },
  ],
} as const satisfies Readonly<Record<string, readonly CommandEntry[]>>;

export type CommandName = (typeof groups)[keyof typeof groups][number]['name'];

export const commandGroups: ReadonlyMap<string, readonly CommandEntry[]> = new Map(Object.entries(groups));

export const commands: readonly CommandEntry<CommandName>[] = Object.values(groups).flat();
