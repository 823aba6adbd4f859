import { expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { stackOf } from '../../../lib/cli/stack/local-run.ts';
import { watchlistRows } from '../../../lib/cli/watchlist/rows/rows.ts';
import { localEngines } from '../../../lib/local-engines.ts';
import { exchange, treasury, usdc } from '../../support/alerts.ts';
import { useCommandLine } from '../../support/command-line.ts';
import { transcripts } from '../transcript.ts';

const line = useCommandLine();
const typed = checksumAddress(parseAddress(treasury));
const putRow = (over: object = {}) => line.putRow({ wallet: treasury, chain: 'eth', ...over });

/** Checks the rows and the output after each command. */
const told = (title: string, expected: string, ...commands: (string | (() => unknown))[]) =>
  transcripts(line)(title, async ({ type, note, says }) => {
    for (const command of commands) {
      if (typeof command === 'string') await type(command);
      else await command();
      note(await line.rows());
    }
    says(expected);
  });

told(
  "add writes the row with the wallet's canonical spelling",
  `Treasury (${typed}) is watched on eth, from its next poll on.
   Mind that minAmount=10.50 counts units of every token: 5.25 WETH are left out, 21 of a worthless token are reported. For one token: minAmount='{"USDC": 10.50}'; by worth: minUsd=5.
   # [ { chain: 'eth', label: 'Treasury', minAmount: '10.50', wallet: '${treasury}' } ] $`,
  `add ${typed} --chain ETHEREUM label=Treasury min-amount=10.50`,
);
told(
  'add prints the row with --json',
  `"chain": "eth", "tokens": [ "${exchange}", "${usdc}" ], "tags": [ "a", "b" ], "paused": true }
   # [ { chain: 'eth', paused: true, tags: [ 'a', 'b' ], tokens: Set(2) { '${exchange}', '${usdc}' }, wallet: …`,
  `add ${typed} 'tokens=${usdc}, ${exchange}' tags=a,b paused=yes --json`,
);
told(
  'add stores addresses for symbols',
  `is on the Watchlist of eth. NOT watched: native. Only a node of eth shows these: npx chainbell rpc set eth.
   # [ { chain: 'eth', minAmount: '{"${usdc}":"10"}', tokens: Set(2) { '${usdc}', 'native' }, …`,
  `add ${typed} tokens=USDC,native 'minAmount={"usdc": 10}'`,
);
told(
  'add writes no row with an unreadable value, and says why',
  `! "0x12" is not an address: it takes 0x and 40 hex digits. [exit code 2] # [] $
   … does not fit its own checksum, so a digit or a letter's case is wrong: copy the address again. [exit code 2] # [] $
   … ! --chain: "polygn" is not a known chain: did you mean polygon? … # [] $
   … ! minAmount: "ten" is not an amount: write digits with a point for decimals, as in 1000.5. … # [] $
   … ! "lable" is not an attribute of a row: did you mean label? … # [] $
   … ! every: "1s" is out of range: an interval is 5s at the least and 1d at the most. … # [] $
   … ! "Treasury" is not name=value: … # [] $
   … ! label is given twice: once is enough. … # [] $ … ! There is no stack Other in us-east-1: … [exit code 2] # [] $`,
  'add 0x12',
  `add ${typed.replace('d', 'D')}`,
  `add ${typed} --chain polygn`,
  ...['minAmount=ten', 'lable=x', 'every=1s', 'Treasury', 'label=a label=b'].map(
    (text) => `add ${typed} ${text}`,
  ),
  `add ${typed} --stack Other`,
);
told(
  'add keeps an existing row of the wallet, however it is spelt, and replaces it with --force',
  `! ${typed} is watched on eth already: chainbell set changes its row, --force replaces it. [exit code 2]
   # [ { chain: 'Ethereum', label: 'mine', wallet: '${typed}' } ] $ … other (${typed}) is watched on eth, from its next poll on.
   # [ { chain: 'Ethereum', label: 'other', wallet: '${typed}' } ] $`,
  () => putRow({ wallet: typed, chain: 'Ethereum', label: 'mine' }),
  `add ${treasury} label=other`,
  `add ${treasury} label=other --force`,
);
told(
  'add does not overwrite a row that somebody adds at the same moment',
  `is watched on eth already: …
   # [ { chain: 'eth', label: 'theirs', …`,
  () => {
    line.answer('dynamodb:Query', () => ({ Items: [] }));
    return putRow({ label: 'theirs' });
  },
  `add ${typed}`,
);

told(
  'set changes only the named attributes',
  `New name (${typed}) on eth: minAmount is now 10, label is now New name, every taken out.
   Mind that minAmount=10 counts units … # [ { chain: 'eth', label: 'New name', minAmount: '10', note: 'mine', wallet: …`,
  () => putRow({ label: 'old', note: 'mine', every: '5m' }),
  `set ${typed} minAmount=10 'label=New name' every=`,
);
told(
  'set shows nothing that acts upon the terminal',
  `a[31m (${typed}) on eth: label is now a[31m. # …`,
  () => putRow({}),
  `set ${typed} 'label=a\u001b[31m\u202e'`,
);
for (const [assignment, row, said] of [
  [
    'minAmount=5',
    { minAmont: '7' },
    "on eth: minAmount is now 5. … # [ { chain: 'eth', minAmount: '5', note: 'mine', wallet:",
  ],
  ['minAmount=', { minAmont: '7' }, "on eth: minAmount taken out. # [ { chain: 'eth', note: 'mine', wallet:"],
  [
    'minAmount= label=new --json',
    { min_amount: '5', Label: 'old' },
    `"chain": "eth", "note": "mine", "label": "new" } # [ { chain: 'eth', label: 'new', note: 'mine', wallet:`,
  ],
] as const)
  told(
    `set removes an attribute's misspelt or other spelling: ${assignment}`,
    said,
    () => putRow({ note: 'mine', ...row }),
    `set ${typed} ${assignment}`,
  );
told(
  'set says that fromBlock moves no wallet that was polled',
  `on eth: fromBlock is now 5. Mind that fromBlock counts only at the first poll: it changes nothing for a wallet that was polled before.
   # [ { chain: 'eth', fromBlock: '5', wallet: '${treasury}' } ] $`,
  () => putRow(),
  `set ${typed} fromBlock=5`,
);
told(
  'set says which transfers below minUsd are still reported',
  `on eth: minUsd is now 100. Payments to somebody new and transfers without a sure price are reported below minUsd too. # [ { chain: 'eth', minUsd: '100', … on eth: minUsd taken out. # [ { chain: 'eth', wallet: …`,
  putRow,
  `set ${typed} minUsd=100`,
  `set ${typed} minUsd=`,
);
told(
  'set changes nothing if one of the values is wrong',
  `! direction: "up" is none of in, out, both. [exit code 2] # [ { chain: 'eth', wallet: …`,
  putRow,
  `set ${typed} label=x direction=up`,
);
told(
  'set says what is wrong with a row, without its control characters',
  `! every: "x[2Jz" is no interval: write it as 30s, 5m or 1h. The row has that already: mend it with chainbell set, together with its other faults. [exit code 2]`,
  () => putRow({ every: 'x\u001b[2J\u009bz' }),
  `set ${typed} label=x`,
);
told(
  'set says that a value makes the row too long, though another attribute is the longest',
  `! tags: the row is too long for a poll: its attributes hold … bytes, and the maximum is 150000. [exit code 2]`,
  () => putRow({ tags: 'x'.repeat(149_000) }),
  `set ${typed} label=${'y'.repeat(2_000)}`,
);
told(
  'set changes the row that is polled, not one that can not be read, and finds it by the label of the other',
  `Polled (${typed}) on eth: every is now 5m. # [ { chain: 'eth', label: 'Broken', minAmount: 'ten', wallet: '${treasury}' },
   { chain: 'Ethereum', every: '5m', label: 'Polled', wallet: '${typed}' } ] $
   … on eth: label taken out. # … ${typed} on eth: every taken out. # …`,
  () => putRow({ label: 'Broken', minAmount: 'ten' }),
  () => putRow({ wallet: typed, chain: 'Ethereum', label: 'Polled' }),
  `set ${typed} every=5m`,
  `set ${typed} label=`,
  'set Broken every=',
);
told(
  'set says on which chain the wallet is watched',
  `is not watched on eth: it is on polygon (--chain). [exit code 1]
   … ! Missing required argument 'name=value'; chainbell set --help shows what it takes. [exit code 2] # [ { chain: 'polygon', wallet: …`,
  () => putRow({ chain: 'polygon' }),
  `set ${typed} label=x`,
  `set ${typed}`,
);

told(
  'pause stops polling and resume continues it; all else is unchanged',
  `Treasury (${typed}) on eth is paused: chainbell resume continues from its stored block, so no transfer is missed.
   # [ { chain: 'eth', label: 'Treasury', paused: true, … { "wallet": "${treasury}", "chain": "eth", "label": "Treasury" }
   # [ { chain: 'eth', label: 'Treasury', wallet: … } ] $ … is paused: … on eth is polled again, from its stored block.
   # [ { chain: 'eth', label: 'Treasury', wallet: …`,
  () => putRow({ label: 'Treasury' }),
  `pause ${typed}`,
  `resume ${typed} --json`,
  `pause ${typed}`,
  `resume ${typed}`,
);
told(
  'remove says that the wallet has another row, in another spelling',
  `Mine (${typed}) has another row on eth, in another spelling: only this row is deleted.
   # [ { chain: 'Ethereum', label: 'Other', wallet: '${typed}' } ] $ … Other (${typed}) is no longer watched on eth. # [] $`,
  () => putRow({ label: 'Mine' }),
  () => putRow({ wallet: typed, chain: 'Ethereum', label: 'Other' }),
  `remove ${typed}`,
  `remove ${typed}`,
);
told(
  'remove deletes the row and prints it with --json, so that it can be added again',
  `--json { "wallet": "${treasury}", "chain": "eth", "label": "Treasury" } # [] $
   … is not watched on eth: see chainbell list. [exit code 1] # [] $`,
  () => putRow({ label: 'Treasury' }),
  `remove ${typed} --json`,
  `remove ${typed}`,
);

it('a row that somebody deleted meanwhile is neither changed nor removed', async () => {
  const rows = await watchlistRows(stackOf(localEngines.parse(line.aws)));
  const row = { wallet: treasury, chain: 'eth' };
  const set = new Map([['label', 'Treasury']]);
  expect([await rows.update(row, set, []), await rows.remove(row)]).toEqual([false, false]);
  expect(await line.rows()).toEqual([]);
});
