import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

declare const addressBrand: unique symbol;
/** An account or contract address: `0x` and 40 lower-case hex digits. */
export type Address = string & { readonly [addressBrand]: true };

/** A token's contract; null: the chain's own coin, which has none. */
export type TokenAddress = Address | null;

/** Where minted tokens come from, and burnt ones go. */
export const zeroAddress = `0x${'0'.repeat(40)}` as Address;

/** `message` is a sentence for the person who typed it. */
export class AddressUnreadable extends Error {
  override readonly name = 'AddressUnreadable';
}

const hexAddress = /^0x[0-9a-f]{40}$/i;

/** An address in lower, upper or EIP-55 checksum case. @throws AddressUnreadable, also for a checksum that does not fit */
export function parseAddress(text: string): Address {
  const trimmed = text.trim();
  if (!hexAddress.test(trimmed)) {
    const isAlmost = hexAddress.test(trimmed.replaceAll(/[^!-~]/g, ''));
    const unseen = isAlmost ? ', and it has an invisible character: type it again' : '';
    throw new AddressUnreadable(
      `"${trimmed.slice(0, 80).toWellFormed()}" is not an address: it takes 0x and 40 hex digits${unseen}.`,
    );
  }
  const digits = trimmed.slice(2);
  const lower = `0x${digits.toLowerCase()}` as Address;
  // The same text, not a copy: a hundred thousand rows would hold both.
  if (lower === trimmed) return trimmed as Address;
  const mixedCase = digits !== digits.toUpperCase();
  if (mixedCase && checksumAddress(lower).slice(2) !== digits) {
    throw new AddressUnreadable(
      `"${trimmed}" does not fit its own checksum, so a digit or a letter's case is wrong: copy the address again.`,
    );
  }
  return lower;
}

/** An address of a reply, in any letter case; null for anything else. */
export function readAddress(value: unknown): Address | null {
  return typeof value === 'string' && hexAddress.test(value) ? (value.toLowerCase() as Address) : null;
}

/** `0xA0b8...eB48`: the one short form of an address in texts. */
export function shortAddress(address: Address): string {
  const full = checksumAddress(address);
  return `${full.slice(0, 6)}...${full.slice(-4)}`;
}

/** A typed address as texts show it. A mistyped address stays as it is: a checksum would vouch for its digits. */
export function shownAddress(typed: string): string {
  try {
    return checksumAddress(parseAddress(typed));
  } catch {
    return typed;
  }
}

/** EIP-55: letter case as a checksum. */
export function checksumAddress(address: Address): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(address.slice(2))));
  return address.replaceAll(/[a-f]/g, (digit, at) =>
    hash.charAt(at - 2) >= '8' ? digit.toUpperCase() : digit,
  );
}
