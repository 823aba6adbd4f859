import type { Reply } from './reply.ts';

/** API document, 2.3. */
export interface SimulatedCoin {
  readonly coin_type_hash: string;
  readonly [field: string]: unknown;
}

/** GET /coins (API document, 4.2): 1 to 25 hashes a call, in brackets, repeated, or with commas between. */
export function answerCoins(query: URLSearchParams, coins: readonly SimulatedCoin[]): Reply {
  const hashes = [...query.getAll('coin_type_hashes'), ...query.getAll('coin_type_hashes[]')]
    .flatMap((value) => value.split(','))
    .filter((hash) => hash !== '');
  if (hashes.length < 1 || hashes.length > 25) {
    return badRequest('coin_type_hashes must contain 1 to 25 elements');
  }
  const malformed = hashes.filter((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (malformed.length > 0) return badRequest('coin_type_hashes must be 64 characters each');
  return { status: 200, body: coins.filter((coin) => hashes.includes(coin.coin_type_hash)) };
}

function badRequest(message: string): Reply {
  return { status: 400, body: { statusCode: '400', message: [message], error: 'Bad Request' } };
}
