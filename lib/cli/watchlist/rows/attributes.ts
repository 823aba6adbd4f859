import type { TokenAddress } from '../../../../functions/chain/address.ts';
import type { Chain } from '../../../../functions/chain/chains.ts';
import { readAmounts, readMinBalance } from '../../../../functions/wallet/min-amount.ts';
import { readBoolean, readList, readTokens } from '../../../../functions/wallet/row-values.ts';
import { plainName, type RowAttribute, rowAttributes } from '../../../../functions/wallet/watchlist-row.ts';
import { nearest } from '../../frame/watched-wallet.ts';
import { Unusable } from '../../unusable.ts';

/** Text by attribute; null removes the attribute. */
export type Assignments = ReadonlyMap<RowAttribute, string | null>;

/**
 * `name=value` as typed; `name=` removes. `min-amount` is `minAmount`, as in rows.
 * @throws Unusable for another text, with the nearest name
 */
export function readAssignments(typed: readonly string[]): Assignments {
  const assignments = new Map<RowAttribute, string | null>();
  for (const text of typed) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new Unusable(`"${text.slice(0, 60)}" is not name=value: write for example label=Treasury.`);
    const attribute = readName(name);
    if (assignments.has(attribute)) throw new Unusable(`${attribute} is given twice: once is enough.`);
    assignments.set(attribute, value.trim() === '' ? null : value.trim());
  }
  return assignments;
}

const help: Readonly<Record<RowAttribute, readonly [example: string, meaning: string]>> = {
  label: ['Treasury', 'shown in alerts, and taken by commands, in place of the address'],
  direction: ['in', 'in, out or both'],
  tokens: ['USDC,0xToken', 'report only these: addresses, symbols of genuine tokens, native'],
  ignoreTokens: ['0xToken', 'leave these out'],
  minAmount: ['0.5', 'smallest amount, in units of EVERY token; for one token: {"USDC": 1000}'],
  minUsd: ['5', 'smallest worth in dollars; needs the setting prices'],
  minBalance: ['0.5', "floor in the chain's own coin, or by token; needs a node"],
  trustTokens: ['0xToken', 'never spam'],
  watch: ['erc20,native', 'erc20, native, nft, approvals, control; all but erc20 need a node'],
  spam: ['mark', 'hide, mark or show'],
  every: ['5m', 'time between two polls: 15s, 30s, 1m, 5m, 1h'],
  paused: ['true', 'true or false'],
  fromBlock: ['21000000', 'report from this block on; read at the first poll only'],
  tags: ['ops,cold', 'copied to the alerts, for filters'],
  singles: ['10', 'single alerts an hour for tokens that are not surely real'],
};

export const attributesHelp = `Attributes:\n${rowAttributes.map((name) => `  ${`${name}=${help[name][0]}`.padEnd(22)}${help[name][1]}`).join('\n')}`;

function readName(typed: string): RowAttribute {
  const attribute = rowAttributes.find((known) => plainName(known) === plainName(typed));
  if (attribute !== undefined) return attribute;
  const meant = nearest(plainName(typed), rowAttributes);
  const hint = meant === null ? `a row has ${rowAttributes.join(', ')}` : `did you mean ${meant}?`;
  throw new Unusable(
    `"${typed.slice(0, 40)}" is not an attribute of a row: ${hint}${meant === null ? '.' : ''}`,
  );
}

/**
 * The value as the row stores it. Tokens, also typed as symbols, become a string set of addresses, to which DynamoDB can add in one step.
 * @throws RowUnreadable as the functions would
 */
export function storedValue(attribute: RowAttribute, text: string, chain: Chain): unknown {
  switch (attribute) {
    case 'tokens':
    case 'ignoreTokens':
    case 'trustTokens':
      return new Set(Array.from(readTokens(attribute, text, chain), (token) => token ?? 'native'));
    case 'minAmount':
      return byAddress(readAmounts(attribute, text, chain).byToken) ?? text;
    case 'minBalance':
      return (text.startsWith('{') ? byAddress(readMinBalance(text, chain)) : null) ?? text;
    case 'tags':
      return readList(attribute, text);
    case 'paused':
      return readBoolean(attribute, text);
    default:
      return text;
  }
}

/** JSON by token address; null if there is no amount. */
function byAddress(amounts: ReadonlyMap<TokenAddress, string>): string | null {
  if (amounts.size === 0) return null;
  return JSON.stringify(Object.fromEntries(Array.from(amounts, ([token, min]) => [token ?? 'native', min])));
}
