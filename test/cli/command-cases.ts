import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumAddress } from '../../functions/chain/address.ts';
import type { CommandName } from '../../lib/cli/frame/commands.ts';
import { exchange, lure, transferAlert, treasury, usdc, watchOf } from '../support/alerts.ts';
import { type CommandLine, commandTime } from '../support/command-line.ts';
import { historyRow, historyTable } from '../support/history-row.ts';
import { testKey } from '../support/test-key.ts';
import { entry, ndjson } from './entries.ts';
import { type Deployment, deadLetters } from './healthy-deployment.ts';
import { hush } from './transcript.ts';

/** One command in a healthy deployment that watches `treasury` on eth. */
export interface CommandCase {
  /** A command line that works, with its output; and its output with `--json`. */
  readonly works: readonly [typed: string, prints: string];
  readonly json: string;
  readonly input?: string;
  /** It always prints JSON, and has no such option. */
  readonly alwaysJson?: true;
  /** Further lines, whatever their outcome: they need permissions that the first one does not. */
  readonly also?: readonly string[];
  /** Breaks something before these lines run. */
  readonly breaks?: (line: CommandLine, deployed: Deployment) => void;
  /** A wrong line, and the command's answer. */
  readonly wrong: readonly [typed: string, says: string];
  /** What the command does after a refusal by AWS; absent: it fails. */
  readonly refusal?: 'a finding';
  readonly prepare?: (line: CommandLine, deployed: Deployment) => unknown;
}

const wallet = checksumAddress(treasury);
/** The same address with another last digit. */
const mistyped = treasury.replace(/5$/, '6');
const initFile = join(mkdtempSync(join(tmpdir(), 'chainbell-test-')), 'chainbell.json');

const putAlerts = (line: CommandLine) => {
  const hidden = { ...transferAlert(), id: 'hidden-1', verdict: { ...lure, reasons: [...lure.reasons] } };
  const later = { ...hidden.transfer, blockNumber: hidden.transfer.blockNumber + 1 };
  return historyTable(line.aws).put(watchOf(), 7, [
    historyRow({ ...transferAlert(), id: 'told-1' }, 'told'),
    historyRow({ ...hidden, transfer: later }, 'hidden'),
  ]);
};

const answerPut = (line: CommandLine) => {
  for (const action of ['ssm:PutParameter', 'ssm:DeleteParameter']) line.answer(action, () => ({}));
};

/** A person opens the page of `chainbell page` and presses its buttons. */
const usePage = (line: CommandLine) =>
  line.atPage(async (address) => {
    await fetch(`${address}/wallets`);
    await fetch(`${address}/contacts`);
    const headers = { 'content-type': 'application/json', origin: address };
    const press = (act: string, body: object) =>
      fetch(address + act, { method: 'POST', headers, body: JSON.stringify(body) });
    const other = `0x${'5a'.repeat(20)}`;
    for (const act of ['add', 'pause', 'remove'])
      await press(`/wallets/${act}`, { wallet: other, chain: 'eth' });
    await press('/contacts/put', { address: other, name: 'Supplier' });
    await press('/contacts/remove', { address: other });
  });

const mineOne = (_: CommandLine, { api }: Deployment) => {
  const minedAt = new Date(commandTime - 3_600_000);
  api.mine({ chain: 'eth', from: exchange, to: treasury, value: 7_000_000n, block: 150, minedAt });
};

export const commandCases: Readonly<Record<CommandName, CommandCase>> = {
  add: {
    json: `{ "wallet": "${exchange}", "chain": "eth", "label": "Exchange" } $`,
    works: [
      `add ${exchange} label=Exchange`,
      'Exchange (0x28C6c0…) is watched on eth, from its next poll on. $',
    ],
    wrong: ['add 0x12', '"0x12" is not an address: it takes 0x and 40 hex digits.'],
  },
  list: {
    json: `[ { "wallet": "${treasury}", "chain": "eth", … "paused": false, "problem": null,`,
    works: ['list', `${wallet} eth … waits for its first poll $`],
    wrong: [`list ${wallet}`, 'Too many arguments'],
  },
  show: {
    json: `{ "row": { "wallet": "${treasury}", "chain": "eth" }, "problem": null,`,
    works: [`show ${wallet}`, `wallet ${wallet} chain eth`],
    also: [`show ${mistyped}`],
    wrong: ['show', "Missing required argument 'wallet'; chainbell show --help shows what it takes."],
  },
  set: {
    json: `{ "wallet": "${treasury}", "chain": "eth", "label": "Treasury" } $`,
    works: [`set ${wallet} label=Treasury`, `Treasury (${wallet}) on eth: label is now Treasury. $`],
    also: [`set ${mistyped} label=Treasury`],
    wrong: [`set ${wallet} lable=x`, '"lable" is not an attribute of a row: did you mean label?'],
  },
  pause: {
    json: `{ "wallet": "${treasury}", "chain": "eth", "paused": true } $`,
    works: [
      `pause ${wallet}`,
      'on eth is paused: chainbell resume continues from its stored block, so no transfer is missed. $',
    ],
    also: [`pause ${mistyped}`],
    wrong: ['pause', "Missing required argument 'wallet'; chainbell pause --help shows"],
  },
  resume: {
    json: `{ "wallet": "${treasury}", "chain": "eth" } $`,
    works: [`resume ${wallet}`, 'on eth is polled again, from its stored block. $'],
    also: [`resume ${mistyped}`],
    wrong: [
      `resume ${wallet} --chain polygn`,
      '--chain: "polygn" is not a known chain: did you mean polygon?',
    ],
    prepare: (line) => line.putRow({ wallet: treasury, chain: 'eth', paused: true }),
  },
  remove: {
    json: `{ "wallet": "${treasury}", "chain": "eth" } $`,
    works: [`remove ${wallet}`, 'is no longer watched on eth. $'],
    also: [`remove ${mistyped}`],
    wrong: ['remove', "Missing required argument 'wallet'; chainbell remove --help shows"],
  },
  import: {
    json: '"rows": 1, "written": 1, … "problems": [] } $',
    works: ['import -', '1 of 1 rows written. $'],
    input: `wallet,label\n${exchange},Exchange\n`,
    wrong: ['import /nowhere/at/all', "/nowhere/at/all can't be read (ENOENT)."],
  },
  export: {
    json: `[ { "wallet": "${treasury}", "chain": "eth" } ] $`,
    works: ['export', `wallet,chain ${treasury},eth $`],
    wrong: ['export wallets.csv', 'Too many arguments'],
  },
  contacts: {
    json: `[ { "address": "${treasury}", "name": "Treasury"`,
    works: ['contacts list', `${wallet} Treasury - $`],
    also: [`contacts add ${wallet} Treasury`, `contacts remove ${wallet}`, 'contacts export'],
    wrong: [`contacts add ${mistyped} ' '`, 'a contact needs a name'],
    prepare: (line) => line.run(['contacts', 'add', wallet, 'Treasury']),
  },
  subscribe: {
    json: '"protocol": "email", "address": "you@example.org", "subscription": "arn:x", "filter": null',
    works: [
      'subscribe you@example.org',
      'you@example.org is subscribed. Unless it is confirmed already, SNS mails it a link to confirm',
    ],
    also: ['subscribe you@example.org --operations', 'subscribe you@example.org --wallet Nobody'],
    wrong: ['subscribe nobody', '"nobody" is not an address: give'],
    prepare: (line) => line.answer('sns:Subscribe', () => ({ SubscriptionArn: 'arn:x' })),
  },
  unsubscribe: {
    json: '"protocol": "email", "address": "you@example.org", "topic": "alerts", "ended": 1',
    works: ['unsubscribe you@example.org', 'you@example.org gets no more alerts.'],
    also: ['unsubscribe ops@example.org --operations'],
    wrong: ['unsubscribe nobody', '"nobody" is not an address: give'],
    prepare: (line) => line.answer('sns:Unsubscribe', () => ({})),
  },
  subscriptions: {
    json: '{ "topic": "alerts", "protocol": "email", "endpoint": "you@example.org", "state": "confirmed", "gets": "all" }',
    works: ['subscriptions', 'operations email ops@example.org confirmed all'],
    wrong: ['subscriptions alerts', 'Too many arguments'],
  },
  test: {
    json: '"type": "transfer.received", … "label": "CHAINBELL TEST"',
    works: ['test', 'A test alert (severity info) is on its way'],
    wrong: [`test ${wallet}`, 'Too many arguments'],
  },
  history: {
    json: '"id": "told-1", … "type": "transfer.received"',
    works: [`history ${wallet}`, '12,500.5 USDC … told-1 $'],
    also: [`history ${mistyped}`, 'history'],
    wrong: [`history ${wallet} --limit all`, '--limit: "all" is not a number from 1 to 999999'],
    prepare: putAlerts,
  },
  hidden: {
    json: '"id": "hidden-1", … "spam": true',
    works: [`hidden ${wallet}`, '12,500.5 USDC … hidden-1'],
    also: [`hidden ${mistyped}`, `hidden ${wallet} --filtered`, 'hidden'],
    wrong: [`hidden ${wallet} --limit 0`, '--limit: "0" is not a number from 1 to 999999'],
    prepare: putAlerts,
  },
  replay: {
    json: '"status": "told"',
    works: [`replay ${wallet} --from-block 100 --to-block 200`, 'told … 7 USDC'],
    also: [
      `replay ${mistyped} --from-block 300 --to-block 400`,
      `replay ${wallet} watch=native --from-block 300 --to-block 400`,
    ],
    wrong: [`replay ${wallet} --from-block newest`, '--from-block: "newest" is not a block number'],
    prepare: mineOne,
  },
  trust: {
    json: `"wallet": "${treasury}", … "trustTokens": [ "${usdc}" ]`,
    works: [`trust ${wallet} ${usdc}`, `is trusted for ${wallet} on eth from now on. $`],
    also: ['trust hidden-1', `trust ${mistyped} ${usdc}`],
    wrong: [`trust ${wallet} 0x12`, '"0x12" is not an address'],
    prepare: putAlerts,
  },
  page: {
    json: '{ "address": "http://127.0.0.1:<port>" } $',
    works: ['page --port 0', 'The page of Chainbell is at http://127.0.0.1:<port>: Ctrl-C ends it. $'],
    wrong: ['page --port x', '--port: "x" is not a port'],
    prepare: usePage,
  },
  redrive: {
    json: '{ "destination": "team", "sent": 1 } $',
    works: ['redrive team', '1 dead letter of team sent again.'],
    wrong: ['redrive', "Missing required argument 'name'"],
    prepare: (line) => deadLetters(line, ['letter']),
  },
  key: {
    json: '{ "parameter": "/chainbell/api-key" } $',
    works: ['key set', '/chainbell/api-key is set.'],
    input: testKey,
    wrong: ['key', 'chainbell key needs one more word'],
    prepare: answerPut,
  },
  rpc: {
    json: '{ "parameter": "/chainbell/rpc/polygon" } $',
    works: ['rpc set polygon --force', '/chainbell/rpc/polygon is set.'],
    input: `https://node.example.org/${hush}`,
    also: ['rpc unset polygon'],
    wrong: ['rpc set polygn', '"polygn" is not a known chain: did you mean polygon?'],
    prepare: answerPut,
  },
  heartbeat: {
    json: '{ "parameter": "/chainbell/heartbeat" } $',
    works: ['heartbeat set', '/chainbell/heartbeat is set.'],
    input: `https://monitor.example.org/ping/${hush}`,
    also: ['heartbeat unset'],
    wrong: ['heartbeat', 'chainbell heartbeat needs one more word'],
    prepare: answerPut,
  },
  destination: {
    json: '{ "parameter": "/chainbell/destinations/team" } $',
    works: ['destination set team', '/chainbell/destinations/team is set.'],
    input: `{"url": "https://hooks.slack.com/services/${hush}"}`,
    wrong: ['destination set team --kind pigeon', "Option '--kind <kind>' argument 'pigeon' is invalid."],
    prepare: answerPut,
  },
  doctor: {
    json: '"check": "api key", "state": "ok"',
    works: ['doctor', 'ok credentials … ok alarms … All is well. $'],
    also: ['doctor --fix'],
    breaks: (line, deployed) => {
      Object.assign(deployed.queues, { 'Chainbell-team-dead-letters': '1' });
      Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' });
      Object.assign(deployed, { schedule: 'DISABLED' });
      deadLetters(line, ['letter']);
    },
    wrong: ['doctor now', 'Too many arguments'],
    refusal: 'a finding',
  },
  init: {
    json: '"settings": { "$schema": "./chainbell.schema.json"',
    works: [`init --yes --force --file ${initFile}`, 'npx cdk deploy'],
    wrong: [`init --yes --file ${initFile}.not --every 90s`, "The setting every can't be"],
  },
  judge: {
    json: '"spam":false,"score":…,"poisoning":false',
    works: ['judge', '{"spam":false,…} $'],
    input: ndjson([entry()]),
    alwaysJson: true,
    wrong: ['judge --wallet 0x12', '--wallet: "0x12" is not an address'],
  },
  estimate: {
    json: '"wallets": 10',
    works: ['estimate --wallets 10', 'API calls a day 14,400'],
    wrong: ['estimate', 'estimate needs --wallets or --file'],
  },
};
