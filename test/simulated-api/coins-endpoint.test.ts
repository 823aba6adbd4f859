import { describe, expect, it } from 'vitest';
import { answerCoins } from '../../lib/simulated-api/answer.ts';
import { coinRecords } from '../../lib/simulated-api/story/coin-records.ts';

const hashes = coinRecords.map((record) => record.coin_type_hash);
const [first = '', second = ''] = hashes;
const unknown = '0'.repeat(64);

describe('the simulated coins endpoint', () => {
  it.each([
    ['brackets', `coin_type_hashes[]=${first}&coin_type_hashes[]=${second}`],
    ['repeated', `coin_type_hashes=${first}&coin_type_hashes=${second}`],
    ['commas', `coin_type_hashes=${first},${second}`],
  ])('takes several hashes as %s', (_style, query) => {
    expect(answerCoins(new URLSearchParams(query), coinRecords)).toEqual({
      status: 200,
      body: coinRecords.slice(0, 2),
    });
  });

  it('leaves out hashes without a coin', () => {
    expect(answerCoins(new URLSearchParams({ coin_type_hashes: unknown }), coinRecords)).toEqual({
      status: 200,
      body: [],
    });
  });

  it('refuses none, more than 25, and what is not a hash', () => {
    const many = Array.from({ length: 26 }, () => unknown).join(',');
    for (const query of ['', `coin_type_hashes=${many}`, 'coin_type_hashes=0x12']) {
      expect(answerCoins(new URLSearchParams(query), coinRecords)).toMatchObject({
        status: 400,
        body: { statusCode: '400', error: 'Bad Request' },
      });
    }
  });
});
