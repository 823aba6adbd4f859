import { expect, it } from 'vitest';
import { lookalikeOf, supplier } from '../../spam/poisoning/history.ts';
import { treasury } from '../../support/alerts.ts';
import { scratchFile } from '../../support/scratch-folder.ts';
import { parsed, run } from '../chainbell.ts';
import { entry, flagged, ndjson, payment } from '../entries.ts';
import { transcripts } from '../transcript.ts';

const good = '{"spam":false,"score":-100,"poisoning":false,"reasons":[{"rule":"verified-by-api",…';
const bad = '{"spam":true,"score":100,"poisoning":false,"reasons":[{"rule":"flagged-by-api",…';
const poisoned = '"poisoning":true,"reasons":[{"rule":"address-poisoning",…';
const told = transcripts({ run: (argv, input) => run(argv, input) });
const imitation = lookalikeOf(supplier, 4, 4);
const zero = entry({ from_address: imitation, value: '0' });

it('judge prints one judgement a line, in the order of the lines', async () => {
  const spam = Array.from({ length: 300 }, (_, i) => i % 3 === 0 || i % 7 === 0);
  const input = ndjson(spam.map((bad) => entry(bad ? flagged : {})));
  const { code, stdout, stderr } = await run(['judge'], input);
  expect([code, stderr]).toEqual([0, '']);
  expect(parsed(stdout).map((line) => line.spam)).toEqual(spam);
});

told('judge takes the form of the API document as it takes the live one', async ({ type, says }) => {
  const { verified_contract: verified, ...live } = entry(flagged);
  const flags = { possible_spam: 'true', verified_collection: String(verified) };
  const document = JSON.stringify({ ...live, ...flags, block_number: 18_000_000 });
  const largest = document.replace('"value":"12500500000"', `"value" : ${2n ** 256n - 1n}`);
  await type('judge', `${ndjson([entry(flagged)])}${largest}\n`);
  says(`$ chainbell judge ${bad} ${bad} $`);
});

told('judge names an unreadable line by number, prints nothing for it, goes on', async ({ type, says }) => {
  const [right, wrong] = [JSON.stringify(entry()), JSON.stringify(entry({ value: 'much' }))];
  await type('judge', ['{', right, '', '[]', wrong, ' ', JSON.stringify(entry(flagged)), '"x"'].join('\n'));
  says(`$ chainbell judge ${good} ${bad} ! line 1: it is not JSON. ! line 4: the entry is not an object.
    ! line 5: value is a text of 4 characters, not a whole number from 0 to 2^256-1. ! line 8: the entry is not an object.
    [exit code 1] $`);
});

told('judge takes CRLF, a byte order mark and a last line without an end', async ({ type, says }) => {
  await type('judge', `\ufeff${ndjson([entry(), entry(flagged)], '\r\n')}${JSON.stringify(entry())}`);
  says(`$ chainbell judge ${good} ${bad} ${good} $`);
});

told(
  'a transfer is poisoning if its other side resembles an address that the wallet paid in an earlier line',
  async ({ type, says }) => {
    const back = entry({ from_address: supplier });
    const fakeOut = entry({ from_address: treasury, to_address: imitation, ...flagged });
    await type(`judge --wallet ${treasury}`, ndjson([zero, payment, zero, back, fakeOut, zero]));
    says(`${good} ${good} {"spam":true,"score":100,${poisoned} The other address imitates … its first 4 and last 4 digits are alike.
    … ${good} {"spam":false,"score":0,${poisoned} {"spam":true,"score":100,${poisoned} $`);
  },
);

told('nothing is poisoning without a wallet, or in lines of another wallet', async ({ type, says }) => {
  await type('judge', ndjson([payment, zero]));
  await type(`judge --wallet ${treasury}`, ndjson([payment, { ...zero, to_address: supplier }]));
  says(`$ chainbell judge ${good} ${good} $ chainbell judge --wallet … ${good} ${good} $`);
});

told('judge reads the history in any order, and reports its unreadable lines', async ({ type, says }) => {
  // The API lists the newest first, so the imitation's transfer comes before the payment.
  const later = { verified_contract: null, block_number: '18000009' };
  const planted = entry({ from_address: treasury, to_address: imitation, ...later });
  const history = scratchFile(`${ndjson([planted])}nonsense\n${ndjson([payment])}`);
  await type(`judge --wallet ${treasury} --history ${history}`, ndjson([zero]));
  says(`{"spam":true,"score":100,${poisoned} ! <folder>/file line 2: it is not JSON. [exit code 1] $`);
});
