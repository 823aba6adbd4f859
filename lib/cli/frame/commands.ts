import type { CommandModule } from './command.ts';

/** By heading, in the order of `chainbell --help`. */
const summaries = {
  'Wallets:': {
    add: 'Watch a wallet from now on.',
    list: 'List the watched wallets and the state of each.',
    show: 'Show the row of a wallet and its state.',
    set: 'Change attributes of a watched wallet; all others stay as they are.',
    pause: 'Stop polling a wallet; its row and its stored block stay.',
    resume: 'Poll a paused wallet again, from its stored block.',
    remove: 'Stop watching a wallet: its row is deleted, its History stays.',
    import: 'Watch the wallets of a file, CSV or JSON.',
    export: 'Print all rows of the Watchlist as CSV or JSON, as import takes them.',
    contacts: 'Give addresses names for alerts: add, list, remove, import, export.',
  },
  'Alerts:': {
    subscribe: 'Send alerts also to an email address, a phone or a URL.',
    unsubscribe: 'Stop alerts to an email address, a phone or a URL.',
    subscriptions: 'List who gets alerts and operations messages, and who has not confirmed yet.',
    test: 'Publish a test alert to every subscriber and destination.',
    history: 'List alerts of one wallet or all, of some days or all, also as CSV.',
    hidden: 'List transfers that were hidden as spam, of one wallet or all, with the reasons.',
    replay: 'Show what would have been reported for a range of blocks; nothing is published.',
    trust: 'Trust a token for a wallet, by its address or by the id of a hidden transfer.',
    redrive: 'Send the dead letters of a destination again. It does not switch a destination on.',
  },
  'Secrets:': {
    key: 'Set the API key.',
    rpc: "Set the JSON-RPC URL of a chain's node.",
    heartbeat: 'Set the URL of a monitor that notices if Chainbell stops.',
    destination: 'Set the secret of a chat or signed webhook.',
  },
  'Care:': {
    page: 'Show alerts, wallets and open problems on a local page.',
    doctor: 'Check every part of a deployment, and say what to do about each problem.',
  },
  'Without a stack:': {
    init: 'Write chainbell.json: who gets alerts, and which API plan you have.',
    judge: 'Judge token transfers as the deployed functions do.',
    estimate: 'Estimate what wallets need: API and node calls, the plan, the AWS bill.',
  },
} as const;

type Summaries = typeof summaries;
export type CommandName = { [Heading in keyof Summaries]: keyof Summaries[Heading] }[keyof Summaries];

/** A command's code, with its part of the AWS SDK, is loaded when it is asked for. */
const loaders: Readonly<Record<CommandName, () => Promise<CommandModule>>> = {
  add: async () => (await import('../watchlist/add.ts')).add,
  list: async () => (await import('../watchlist/list.ts')).list,
  show: async () => (await import('../watchlist/show.ts')).show,
  set: async () => (await import('../watchlist/change.ts')).set,
  pause: async () => (await import('../watchlist/change.ts')).pause,
  resume: async () => (await import('../watchlist/change.ts')).resume,
  remove: async () => (await import('../watchlist/change.ts')).remove,
  import: async () => (await import('../bulk/import.ts')).importRows,
  export: async () => (await import('../bulk/export.ts')).exportRows,
  contacts: async () => (await import('../contacts/contacts.ts')).contacts,
  subscribe: async () => (await import('../subscribers/subscribe.ts')).subscribe,
  unsubscribe: async () => (await import('../subscribers/subscribe.ts')).unsubscribe,
  subscriptions: async () => (await import('../subscribers/subscriptions.ts')).subscriptions,
  test: async () => (await import('../subscribers/test.ts')).test,
  history: async () => (await import('../history/history.ts')).history,
  hidden: async () => (await import('../history/history.ts')).hidden,
  replay: async () => (await import('../replay/replay.ts')).replay,
  trust: async () => (await import('../history/trust.ts')).trust,
  redrive: async () => (await import('../subscribers/redrive.ts')).redrive,
  key: async () => (await import('../secrets/key.ts')).key,
  rpc: async () => (await import('../secrets/rpc.ts')).rpc,
  heartbeat: async () => (await import('../secrets/heartbeat.ts')).heartbeat,
  destination: async () => (await import('../secrets/destination.ts')).destination,
  page: async () => (await import('../../page/page-command.ts')).page,
  doctor: async () => (await import('../doctor/doctor.ts')).doctor,
  init: async () => (await import('../init/init.ts')).init,
  judge: async () => (await import('../judge/judge.ts')).judge,
  estimate: async () => (await import('../estimate/estimate.ts')).estimate,
};

export type CommandEntry = ReturnType<typeof entryOf>;

export const commandGroups: ReadonlyMap<string, readonly CommandEntry[]> = new Map(
  Object.entries(summaries).map(([heading, named]) => [heading, Object.entries(named).map(entryOf)]),
);

export const commands: readonly CommandEntry[] = [...commandGroups.values()].flat();

function entryOf([text, summary]: readonly [string, string]) {
  const name = text as CommandName;
  return { name, summary, load: loaders[name] };
}
