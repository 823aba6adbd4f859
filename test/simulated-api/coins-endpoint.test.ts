import { expect, it } from 'vitest';
import { answerCoins } from '../../lib/simulated-api/answer.ts';
import { coinRecords } from '../../lib/simulated-api/story/cast.ts';

const [first = '', second = ''] = coinRecords.map((record) => record.coin_type_hash);
const unknown = '0'.repeat(64);
const found = { status: 200, body: coinRecords.slice(0, 2) };
const refused = { status: 400, body: { statusCode: '400', error: 'Bad Request' } };

it.each([
  ['hashes in brackets', `coin_type_hashes[]=${first}&coin_type_hashes[]=${second}`, found],
  ['repeated hashes', `coin_type_hashes=${first}&coin_type_hashes=${second}`, found],
  ['hashes with commas', `coin_type_hashes=${first},${second}`, found],
  ['a hash without a coin', `coin_type_hashes=${unknown}`, { status: 200, body: [] }],
  ['no hash', '', refused],
  ['more than 25', `coin_type_hashes=${Array(26).fill(unknown).join()}`, refused],
  ['what is not a hash', 'coin_type_hashes=0x12', refused],
])('the simulated coins endpoint answers %s', (_what, query, answer) => {
  expect(answerCoins(new URLSearchParams(query), coinRecords)).toMatchObject(answer);
});
