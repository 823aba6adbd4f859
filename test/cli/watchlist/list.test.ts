import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { type Cursor, neverPolled } from '../../../functions/state/cursor.ts';
import { createStateTable } from '../../../functions/state/state-table.ts';
import { transferAlert, treasury, unreadableAlert, watchOf } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { stateTable } from '../../support/embedded.ts';
import { historyRow, historyTable } from '../../support/history-row.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { record } from '../healthy-deployment.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const told = transcripts(line);
const address = checksumAddress(parseAddress(treasury));
const watch = watchOf({ wallet: treasury });
const since = Date.parse('2026-01-02T01:00:00Z');
const failing = { since, reason: 'the API\u001b[31m says no', published: true };
const putRow = (over: object = {}) => line.putRow({ wallet: treasury, chain: 'eth', ...over });

/** Stores the state that earlier polls left. */
async function putState(over: Partial<Cursor> = {}): Promise<void> {
  const states = createStateTable(stateTable(line.aws), virtualClock());
  const start = { since: '2026-01-01T00:00:00.000Z', block: 17_999_000, timedTo: 0 };
  await states.save(watch, { ...neverPolled, start, block: 18_000_123, ...over });
}

async function putHistory(): Promise<void> {
  const alert = { ...transferAlert(), detectedAt: '2026-01-01T12:34:56.000Z' };
  const hidden = { ...transferAlert(), id: 'hidden', detectedAt: '2026-01-02T00:00:00.000Z' };
  const later = { ...hidden.transfer, blockNumber: alert.transfer.blockNumber + 1 };
  const odd = historyRow({ ...unreadableAlert(), detectedAt: '2025-12-31T00:00:00.000Z' }, 'unreadable');
  const aboveAll = { ...odd, place: { ...odd.place, block: 9_999_999_999_999 } };
  const rows = [aboveAll, historyRow(alert, 'told'), historyRow({ ...hidden, transfer: later }, 'hidden')];
  await historyTable(line.aws).put(watch, 7, rows);
}

told('list says of each wallet its last block, last alert, next poll and state', async ({ type, says }) => {
  await putRow({ label: 'Treasury' });
  await putState();
  await putHistory();
  await type('list');
  await putRow({ every: '1h' });
  await type('list --json');
  says(`Wallet Chain Label Last block Last alert Next poll State
    ${address} eth Treasury 18000123 2026-01-01 12:34 2026-01-02 03:05 ok $
    … [ { "wallet": "${treasury}", "chain": "eth", "label": null, "paused": false, "problem": null,
    "since": "2026-01-01T00:00:00.000Z", "block": 18000123, "failing": null, "unwatched": null,
    "pace": { "everySeconds": 3600, "askedSeconds": 3600, "callsPerDay": null },
    "nextPollAt": "2026-01-02T04:01:00.000Z", "lastAlertAt": "2026-01-01T12:34:56.000Z" } ] $`);
});

told('list says why a wallet is not polled at all, which ticks have on record', async ({ type, says }) => {
  await putRow({ fromBlock: 1 });
  const reason = 'Its first poll waits: the node of eth gives no logs from block 1 on.';
  const of = { type: 'wallet.failing', wallet: treasury, chain: 'eth' } as const;
  await type('list');
  await record(line, { ...of, reason, whatToDo: 'Wait.' }, since);
  await type('list');
  says(`eth - - - 2026-01-02 03:05 waits for its first poll $
    … failing since 2026-01-02 01:00: Its first poll waits: the node of eth gives no logs from block 1 on. $`);
});

told('a label is known by its name in any letter case', async ({ type, says }) => {
  await putRow({ Label: 'Cold' });
  await type('list');
  await type('pause cold');
  says(`eth Cold - - 2026-01-02 03:05 waits for its first poll $ … Cold (${address}) on eth is paused: …`);
});

told('list and show keep the last block and alert of a row that somebody broke', async ({ type, says }) => {
  await putRow({ every: 'often' });
  await line.putRow({ wallet: `0x${'e'.repeat(40)}`, chain: 'eth' });
  await putState();
  await putHistory();
  for (const command of ['list', 'list --json', `show ${address}`]) await type(command);
  says(`waits for its first poll ${treasury} eth - 18000123 2026-01-01 12:34 - every: "often" is no interval: write it as 30s, 5m or 1h. $
    … "problem": "every: …", "block": 18000123, "lastAlertAt": "2026-01-01T12:34:56.000Z" } ] $
    … chain eth every often problem every: "often" is no interval: write it as 30s, 5m or 1h.`);
});

told('list and show tell a wallet without transfers from one never polled', async ({ type, says }) => {
  await putRow();
  await putRow({ chain: 'base' });
  await putState({ block: null });
  for (const command of ['list', `show ${address}`, `show ${address} --chain base`]) await type(command);
  says(`base - - - 2026-01-02 03:05 waits for its first poll ${address} eth - no transfer - 2026-01-02 03:05 ok $
    … state ok watched since 2026-01-01 00:00 last block no transfer last alert - next poll 2026-01-02 03:05 $
    … chain base state waits for its first poll watched since - last block - last alert - next poll 2026-01-02 03:05 $`);
});

told('list shows rows that nobody polls, with the reason', async ({ type, says }) => {
  await putRow();
  await putRow({ wallet: address });
  await putRow({ wallet: '0x12\u001b[2J', label: 'Payroll' });
  await type('list');
  await type('list --json');
  says(`waits for its first poll 0x12[2J eth Payroll - - - wallet: "0x12[2J" is not an address: it takes 0x and 40 hex digits.
    ${address} eth - - - - Only the row ${treasury} on eth counts, not this one. $
    … "wallet": "0x12\\u001b[2J", "chain": "eth", "label": "Payroll", "paused": false, "problem": "wallet: …"`);
});

told("list sorts by wallet and chain, whatever the table's order", async ({ type, says }) => {
  for (const digit of ['c', 'a', 'd', 'b']) await putRow({ wallet: `0x${digit.repeat(40)}` });
  await putRow({ wallet: `0x${'c'.repeat(40)}`, chain: 'base' });
  await type('list');
  says('State 0xaA… eth … 0xbB… eth … 0xCc… base … 0xCc… eth … 0xDD… eth');
});

told('list says how to begin if nothing is watched', async ({ type, says }) => {
  for (const command of ['list', 'list --json', `show ${address}`]) await type(command);
  says(`No wallet is watched yet: chainbell add 0xYourWallet watches one. $ … --json [] $
    … is not watched on eth: see chainbell list. [exit code 1] $`);
});

told('show has the row as it is, what is wrong with it, and how it is doing', async ({ type, says }) => {
  await putRow({
    label: 'Bank\u001b]0;x\u0007\u202e',
    evry: 'x',
    tags: ['a', 'b'],
    minAmount: BigInt(10) ** 21n + 2n,
  });
  await putState({ failing });
  for (const command of [`show ${address}`, `show ${address} --json`, 'list']) await type(command);
  says(`label Bank]0;x evry x tags a,b minAmount 1000000000000000000002 note evry is not read: did you mean every?
    state failing since 2026-01-02 01:00: the API[31m says no watched since 2026-01-01 00:00 last block 18000123
    last alert - next poll 2026-01-02 03:05 $ … "row": { "wallet": "${treasury}", "chain": "eth", "label": "Bank\\u001b]0;x…
    "tags": [ "a", "b" ], "minAmount": "1000000000000000000002" }, "problem": null,
    "notes": [ "evry is not read: did you mean every?" ], "since": "2026-01-01T00:00:00.000Z", "block": 18000123,
    "failing": { "since": "2026-01-02T01:00:00.000Z", "reason": "the API[31m says no" }, …
    failing since 2026-01-02 01:00: the API[31m says no; evry is not read: did you mean every? $`);
});

told('list and show call a paused wallet paused', async ({ type, says }) => {
  await putRow({ paused: true });
  for (const command of [`show ${address}`, 'list']) await type(command);
  says(
    'paused true state paused watched since - last block - last alert - next poll - $ … eth - - - - paused $',
  );
});
