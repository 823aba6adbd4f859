import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checksumAddress } from '../../functions/chain/address.ts';
import type { CommandName } from '../../lib/cli/frame/commands.ts';
import { exchange, lure, transferAlert, treasury, usdc, watchOf } from '../support/alerts.ts';
import { type CommandLine, commandTime } from '../support/command-line.ts';
import { historyRow, historyTable } from '../support/history-row.ts';
import { testKey } from '../support/test-key.ts';
import { entry, ndjson } from './entries.ts';
import { type Deployment, deadLetters } from './healthy-deployment.ts';

type Line = readonly string[];

/** One command in a healthy deployment that watches `treasury` on eth. */
export interface CommandCase {
  /** A line that works, what it prints, and what it prints with `--json`, in part. */
  readonly works: Line;
  readonly input?: string;
  readonly prints: RegExp;
  readonly json: unknown;
  /** It prints JSON and nothing else: there is no such option. */
  readonly alwaysJson?: true;
  /** Further lines, however they end: they need permissions that the first one does not. */
  readonly also?: readonly Line[];
  /** Breaks something before these lines run. */
  readonly breaks?: (line: CommandLine, deployed: Deployment) => void;
  /** A wrong line, and what the command says about it. */
  readonly wrong: readonly [Line, RegExp];
  /** How the command goes on after a refusal of AWS; absent: it fails. */
  readonly refusal?: 'a finding';
  readonly prepare?: (line: CommandLine, deployed: Deployment) => unknown;
}

const wallet = checksumAddress(treasury);
/** Its last digit is another. */
const mistyped = treasury.replace(/5$/, '6');
/** What `chainbell init` writes. */
export const initFile = join(tmpdir(), `chainbell-cases-${process.pid}.json`);
const missingWallet = /^Missing required argument 'wallet'; chainbell \w+ --help shows what it takes\.$/;
const tooMany = /^Too many arguments/;

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

export const commandCases: Readonly<Record<CommandName, CommandCase>> = {
  add: {
    works: ['add', exchange, 'label=Exchange'],
    prints: /^Exchange \(0x28C6c0\w+\) is watched on eth, from its next poll on\.$/,
    json: { wallet: exchange, chain: 'eth', label: 'Exchange' },
    wrong: [['add', '0x12'], /^"0x12" is not an address: it takes 0x and 40 hex digits\.$/],
  },
  list: {
    works: ['list'],
    prints: new RegExp(`^${wallet} +eth .* waits for its first poll$`, 'm'),
    json: [{ wallet: treasury, chain: 'eth', paused: false, problem: null }],
    wrong: [['list', wallet], tooMany],
  },
  show: {
    works: ['show', wallet],
    also: [['show', mistyped]],
    prints: new RegExp(`^wallet +${wallet}$`, 'm'),
    json: { row: { wallet: treasury, chain: 'eth' }, problem: null },
    wrong: [['show'], missingWallet],
  },
  set: {
    works: ['set', wallet, 'label=Treasury'],
    also: [['set', mistyped, 'label=Treasury']],
    prints: new RegExp(`^Treasury \\(${wallet}\\) on eth: label is now Treasury\\.$`),
    json: { wallet: treasury, chain: 'eth', label: 'Treasury' },
    wrong: [['set', wallet, 'lable=x'], /^"lable" is no attribute of a row: did you mean label\?$/],
  },
  pause: {
    works: ['pause', wallet],
    also: [['pause', mistyped]],
    prints:
      /on eth is paused: chainbell resume goes on where it stands, and reports what happens until then\.$/,
    json: { wallet: treasury, chain: 'eth', paused: true },
    wrong: [['pause'], missingWallet],
  },
  resume: {
    works: ['resume', wallet],
    also: [['resume', mistyped]],
    prints: /on eth is polled again, from the block where it stands\.$/,
    json: { wallet: treasury, chain: 'eth' },
    wrong: [['resume', wallet, '--chain', 'polygn'], /did you mean polygon\?$/],
    prepare: (line) => line.putRow({ wallet: treasury, chain: 'eth', paused: true }),
  },
  remove: {
    works: ['remove', wallet],
    also: [['remove', mistyped]],
    prints: /is no longer watched on eth\.$/,
    json: { wallet: treasury, chain: 'eth' },
    wrong: [['remove'], missingWallet],
  },
  import: {
    works: ['import', '-'],
    input: `wallet,label\n${exchange},Exchange\n`,
    prints: /^1 of 1 rows written\.$/,
    json: { rows: 1, written: 1, problems: [] },
    wrong: [['import', '/nowhere/at/all'], /^\/nowhere\/at\/all can't be read \(ENOENT\)\.$/],
  },
  export: {
    works: ['export'],
    prints: new RegExp(`^wallet,chain\n${treasury},eth$`),
    json: [{ wallet: treasury, chain: 'eth' }],
    wrong: [['export', 'wallets.csv'], tooMany],
  },
  contacts: {
    works: ['contacts', 'list'],
    also: [
      ['contacts', 'add', wallet, 'Treasury'],
      ['contacts', 'remove', wallet],
      ['contacts', 'export'],
    ],
    prints: new RegExp(`^${wallet} +Treasury +-$`, 'm'),
    json: [{ address: treasury, name: 'Treasury' }],
    wrong: [['contacts', 'add', mistyped, ' '], /^a contact needs a name$/],
    prepare: (line) => line.run(['contacts', 'add', wallet, 'Treasury']),
  },
  subscribe: {
    works: ['subscribe', 'you@example.org'],
    also: [
      ['subscribe', 'you@example.org', '--operations'],
      ['subscribe', 'you@example.org', '--wallet', 'Nobody'],
    ],
    prints: /^you@example\.org is subscribed\. A mail with a link to confirm it is on its way/,
    json: { protocol: 'email', address: 'you@example.org', subscription: 'arn:x', filter: null },
    wrong: [['subscribe', 'nobody'], /^"nobody" is no address to send to/],
    prepare: (line) => line.answer('sns:Subscribe', () => ({ SubscriptionArn: 'arn:x' })),
  },
  unsubscribe: {
    works: ['unsubscribe', 'you@example.org'],
    also: [['unsubscribe', 'ops@example.org', '--operations']],
    prints: /^you@example\.org gets no more alerts\./,
    json: { protocol: 'email', address: 'you@example.org', topic: 'alerts', ended: 1 },
    wrong: [['unsubscribe', 'nobody'], /^"nobody" is no address to send to/],
    prepare: (line) => line.answer('sns:Unsubscribe', () => ({})),
  },
  subscriptions: {
    works: ['subscriptions'],
    prints: /^operations +email +ops@example\.org +confirmed +all$/m,
    json: expect.arrayContaining([
      { topic: 'alerts', protocol: 'email', endpoint: 'you@example.org', state: 'confirmed', gets: 'all' },
    ]),
    wrong: [['subscriptions', 'alerts'], tooMany],
  },
  test: {
    works: ['test'],
    prints: /^A test alert \(severity info\) is on its way/,
    json: { type: 'transfer.received', wallet: { label: 'CHAINBELL TEST' } },
    wrong: [['test', wallet], tooMany],
  },
  history: {
    works: ['history', wallet],
    also: [
      ['history', mistyped],
      ['history', '--to', 'Nobody'],
    ],
    prints: /12,500\.5 USDC.* told-1$/m,
    json: [{ id: 'told-1', type: 'transfer.received' }],
    wrong: [['history', wallet, '--limit', 'all'], /^--limit: "all" is no number of alerts/],
    prepare: putAlerts,
  },
  hidden: {
    works: ['hidden', wallet],
    also: [
      ['hidden', mistyped],
      ['hidden', wallet, '--filtered'],
      ['hidden', '--from', 'Nobody'],
    ],
    prints: /12,500\.5 USDC.* hidden-1 /m,
    json: [{ id: 'hidden-1', verdict: { spam: true } }],
    wrong: [['hidden', wallet, '--limit', '0'], /^--limit: "0" is no number of alerts/],
    prepare: putAlerts,
  },
  replay: {
    works: ['replay', wallet, '--from-block', '100', '--to-block', '200'],
    also: [
      ['replay', mistyped, '--from-block', '300', '--to-block', '400'],
      ['replay', wallet, 'watch=native', '--from-block', '300', '--to-block', '400'],
    ],
    prints: /^told .*7 USDC/m,
    json: expect.arrayContaining([expect.objectContaining({ status: 'told' })]),
    wrong: [['replay', wallet, '--from-block', 'newest'], /^--from-block: "newest" is not a block number/],
    prepare: (_, { api }) =>
      api.mine({
        chain: 'eth',
        from: exchange,
        to: treasury,
        value: 7_000_000n,
        block: 150,
        minedAt: new Date(commandTime - 3_600_000),
      }),
  },
  trust: {
    works: ['trust', wallet, usdc],
    also: [
      ['trust', 'hidden-1'],
      ['trust', mistyped, usdc],
    ],
    prints: new RegExp(`is trusted for ${wallet} on eth from now on\\.$`),
    json: { wallet: treasury, trustTokens: [usdc] },
    wrong: [['trust', wallet, '0x12'], /^"0x12" is not an address/],
    prepare: putAlerts,
  },
  page: {
    works: ['page', '--port', '0'],
    prints: /^The page of Chainbell is at http:\/\/127\.0\.0\.1:\d+: Ctrl-C ends it\.$/,
    json: { address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    prepare: (line) =>
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
      }),
    wrong: [['page', '--port', 'x'], /^--port: "x" is not a port/],
  },
  redrive: {
    works: ['redrive', 'team'],
    prints: /^1 dead letter of team sent again\.$/,
    json: { destination: 'team', sent: 1 },
    wrong: [['redrive'], /^Missing required argument 'name'/],
    prepare: (line) => deadLetters(line, ['letter']),
  },
  key: {
    works: ['key', 'set'],
    input: testKey,
    prints: /^\/chainbell\/api-key is set\. /,
    json: { parameter: '/chainbell/api-key' },
    wrong: [['key'], /^chainbell key takes one more word/],
    prepare: answerPut,
  },
  rpc: {
    works: ['rpc', 'set', 'polygon', '--force'],
    input: 'https://node.example.org/a-key-of-ours',
    prints: /^\/chainbell\/rpc\/polygon is set\. /,
    json: { parameter: '/chainbell/rpc/polygon' },
    wrong: [['rpc', 'set', 'polygn'], /did you mean polygon\?$/],
    also: [['rpc', 'unset', 'polygon']],
    prepare: (line) => {
      answerPut(line);
      line.answer('ssm:DeleteParameter', () => ({}));
    },
  },
  heartbeat: {
    works: ['heartbeat', 'set'],
    also: [['heartbeat', 'unset']],
    input: 'https://monitor.example.org/ping/a-key-of-ours',
    prints: /^\/chainbell\/heartbeat is set\. /,
    json: { parameter: '/chainbell/heartbeat' },
    wrong: [['heartbeat'], /^chainbell heartbeat takes one more word/],
    prepare: answerPut,
  },
  destination: {
    works: ['destination', 'set', 'team'],
    input: '{"url": "https://hooks.slack.com/services/x"}',
    prints: /^\/chainbell\/destinations\/team is set\. /,
    json: { parameter: '/chainbell/destinations/team' },
    wrong: [['destination', 'set', 'team', '--kind', 'pigeon'], /'pigeon' is invalid/],
    prepare: answerPut,
  },
  doctor: {
    works: ['doctor'],
    prints: /^(ok .*\n){18}All is well\.$/,
    json: expect.arrayContaining([expect.objectContaining({ check: 'api key', state: 'ok' })]),
    wrong: [['doctor', 'now'], tooMany],
    refusal: 'a finding',
    also: [['doctor', '--fix']],
    breaks: (line, deployed) => {
      Object.assign(deployed.queues, { 'Chainbell-team-dead-letters': '1' });
      Object.assign(deployed.readers, { PollingTakePolls1A2B: 'Disabled' });
      Object.assign(deployed, { schedule: 'DISABLED' });
      deadLetters(line, ['letter']);
    },
  },
  init: {
    works: ['init', '--yes', '--force', '--file', initFile],
    prints: /^ +npx chainbell deploy$/m,
    json: { file: initFile, settings: { $schema: './chainbell.schema.json' } },
    wrong: [['init', '--yes', '--file', `${initFile}.not`, '--every', '90s'], /^The setting every can't be/],
  },
  deploy: {
    works: ['deploy'],
    prints: /^stack +Chainbell, in account 123456789012, us-east-1$/m,
    json: { stack: 'Chainbell, in account 123456789012, us-east-1' },
    wrong: [['deploy', '-c', 'every=90s'], /^The setting every can't be "90s"/],
  },
  judge: {
    works: ['judge'],
    input: ndjson([entry()]),
    prints: /^\{"spam":false,.*\}$/,
    json: { spam: false, poisoning: false },
    alwaysJson: true,
    wrong: [['judge', '--wallet', '0x12'], /^--wallet: "0x12" is not an address/],
  },
  estimate: {
    works: ['estimate', '--wallets', '10'],
    prints: /^API calls a day +14,400 /m,
    json: { wallets: 10 },
    wrong: [['estimate'], /takes --wallets or --file/],
  },
};
