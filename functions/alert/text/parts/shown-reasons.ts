import { checksumAddress, parseAddress } from '../../../chain/address.ts';
import { alikeAddresses, withoutAddress } from '../../../spam/poisoning/alike-pair.ts';
import { weights } from '../../../spam/weights.ts';
import type { TransferAlert } from '../../alert.ts';
import type { TextStyle } from '../style.ts';

type ShownVerdict = Pick<NonNullable<TransferAlert['verdict']>, 'spam' | 'reasons'>;

const weightOf = new Map<string, number>(Object.entries(weights));

/** The rule that quotes an address of ours, in the lower case of the JSON. */
const addressPoisoning = 'address-poisoning';

/**
 * The reasons as texts give them, the strongest first. A reader who is told that something is spam reads why: what
 * speaks for the token stays in the JSON, for under "because" it would argue against itself.
 */
export function shownReasons(
  { spam, reasons }: ShownVerdict,
  style: Pick<TextStyle, 'text' | 'address'>,
): string[] {
  return reasons
    .filter(({ rule }) => !spam || (weightOf.get(rule) ?? 0) >= 0)
    .flatMap(({ rule, detail }) => {
      const text = style.text(rule === alikeAddresses ? withoutAddress(detail) : detail);
      if (text === null) return [];
      return rule === addressPoisoning
        ? text.replace(addresses, (one) => style.address(parseAddress(one)))
        : text;
    });
}

/** Whether the other side makes it spam, and not the token. */
export function isPoisoned(verdict: TransferAlert['verdict']): boolean {
  return verdict?.spam === true && verdict.reasons.some(({ rule }) => isOfImitation(rule));
}

/** Whether a rule speaks of whom the other side looks like. */
export function isOfImitation(rule: string): boolean {
  return rule === addressPoisoning || rule === alikeAddresses;
}

const addresses = /0x[0-9a-f]{40}/g;

/** Reasons for History, which keeps texts as they are: nothing of them is sent anywhere. */
export const plainStyle: Pick<TextStyle, 'text' | 'address'> = {
  text: (text) => text,
  address: checksumAddress,
};
