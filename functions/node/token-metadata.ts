import type { Address } from '../chain/address.ts';
import { type Chain, nativeDecimals } from '../chain/chains.ts';
import type { Token } from '../transfer/transfer.ts';
import { type AskNode, contractCall, type RpcAnswer, tooLarge } from './calls.ts';
import type { Movement } from './movements.ts';
import { digitsIn, wordsIn } from './wallet-programs.ts';

/** Null: the contract has none. */
export type TokenMetadata = Pick<Token, 'name' | 'symbol' | 'decimals'>;

/** First four bytes of the hashes of `name()`, `symbol()` and `decimals()`. */
const selectors = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const;

function textsIn(answers: readonly RpcAnswer[]): TokenMetadata | null {
  const [name, symbol, decimals] = answers;
  if (decimals === undefined || !answers.every(isAnswered)) return null;
  // A node that lags behind the logs has no such contract yet.
  if (answers.every(({ result }) => result === '0x')) return null;
  const [number = null] = wordsIn(decimals, 1) ?? [];
  return {
    name: textIn(name),
    symbol: textIn(symbol),
    decimals: number !== null && number <= 255n ? Number(number) : null,
  };
}

/** True if asking again brings nothing new: the answer is final, or too large to be read. */
export function isAnswered(answer: RpcAnswer): boolean {
  return isFinal(answer) || answer.error === tooLarge;
}

/** True if the contract itself answers, also by a revert or another fault of its code. A failing host answers `null`. */
export function isFinal({ error, result }: RpcAnswer): boolean {
  if (error === undefined) return typeof result === 'string';
  return /revert|vm execution error|out of gas|invalid (opcode|jump)|stack (under|over)flow/i.test(error);
}

/** No rule reads more of a text, and no alert shows more. */
const longestText = 1_024;

/** A string of the ABI, or the 32 bytes that older tokens return (MKR). */
function textIn(answer: RpcAnswer | undefined): string | null {
  const digits = digitsIn(answer);
  if (digits === null || digits.length % 2 === 1) return null;
  const bytes = Buffer.from(digits, 'hex');
  if (bytes.length === 32) return textOf(bytes);
  const [begin, length] = [wordAt(bytes, 0), wordAt(bytes, 32)];
  if (begin !== 32 || length === null || 64 + length > bytes.length) return null;
  return textOf(bytes.subarray(64, 64 + Math.min(length, longestText)));
}

function textOf(bytes: Buffer): string | null {
  const end = bytes.indexOf(0);
  return (end === -1 ? bytes : bytes.subarray(0, end)).toString('utf8') || null;
}

/** A word up to 2^32; null for more, which no length or place here reaches. */
function wordAt(bytes: Buffer, at: number): number | null {
  if (bytes.length < at + 32 || bytes.subarray(at, at + 28).some((byte) => byte !== 0)) return null;
  return bytes.readUInt32BE(at + 28);
}

/** Tokens' texts, kept for good: each contract is asked once. */
export interface MetadataStore {
  find(chain: Chain, tokens: readonly Address[]): Promise<ReadonlyMap<Address, TokenMetadata>>;
  keep(chain: Chain, texts: ReadonlyMap<Address, TokenMetadata>): Promise<void>;
}

/** Maximum new tokens of a scan, three calls each. Others are reported without names. */
const maxNewTokens = 20;

/** Tokens' names, symbols and decimals. Unknown tokens are asked; if their contracts don't answer, the next scan asks again. */
export async function metadataOf(
  tokens: readonly Address[],
  chain: Chain,
  node: AskNode,
  known: MetadataStore,
): Promise<ReadonlyMap<Address, TokenMetadata>> {
  const before = await known.find(chain, tokens);
  const asked = tokens.filter((token) => !before.has(token)).slice(0, maxNewTokens);
  const calls = asked.flatMap((token) => selectors.map((one) => contractCall(token, one, 'latest')));
  const answers = await node.ask(calls).catch(() => []);
  const read = asked.flatMap((token, at) => {
    const texts = textsIn(answers.slice(at * selectors.length, (at + 1) * selectors.length));
    return texts === null ? [] : [[token, texts] as const];
  });
  const found = new Map(read);
  await known.keep(chain, found);
  return new Map([...before, ...found]);
}

/** NFTs are counted, whatever their contract says of decimals. */
export function asKind(kind: Movement['kind'], texts: TokenMetadata | undefined): Omit<Token, 'address'> {
  const { name = null, symbol = null, decimals = null } = texts ?? {};
  return { name, symbol, decimals: kind === 'erc20' ? decimals : 0, logo: null, verified: null };
}

export function ownCoin({ coin }: Pick<Chain, 'coin'>): Token {
  const { name = null, symbol = null } = coin ?? {};
  return { address: null, name, symbol, decimals: nativeDecimals, logo: null, verified: true };
}
