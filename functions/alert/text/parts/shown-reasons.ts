import { checksumAddress, parseAddress } from '../../../chain/address.ts';
import { isVouchedFor } from '../../../spam/known-token.ts';
import { alikeAddresses, withoutAddress } from '../../../spam/poisoning/find-lookalike.ts';
import { weights } from '../../../spam/rule.ts';
import type { Alert, AlertToken, TransferAlert, WalletAlert } from '../../alert.ts';
import type { TextStyle } from '../style.ts';

type ReasonStyle = Pick<TextStyle, 'text' | 'address'>;
type ShownVerdict = Pick<NonNullable<TransferAlert['verdict']>, 'spam' | 'reasons'>;

const weightOf = new Map<string, number>(Object.entries(weights));

/** The rule whose detail quotes an address, in the JSON's lower case. */
const addressPoisoning = 'address-poisoning';

/** The strongest first. Only the JSON has reasons in the token's favour, which contradict a verdict of spam. */
export function shownReasons({ spam, reasons }: ShownVerdict, style: ReasonStyle): string[] {
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

/** Texts don't mention spam that the row wants reported like any other; JSON and attributes keep the verdict. */
export function asShown(alert: Alert): Alert {
  if (!('marked' in alert) || alert.marked || alert.verdict === null) return alert;
  return { ...alert, verdict: { ...alert.verdict, spam: false } };
}

export function isPoisoned(verdict: TransferAlert['verdict']): boolean {
  return verdict?.spam === true && verdict.reasons.some(({ rule }) => isOfImitation(rule));
}

export function isOfImitation(rule: string): boolean {
  return rule === addressPoisoning || rule === alikeAddresses;
}

const addresses = /0x[0-9a-f]{40}/g;

/** For texts of the History table, which are sent nowhere. */
export const plainStyle: ReasonStyle = { text: (text) => text, address: checksumAddress };

type GradedOrNot = WalletAlert | Omit<TransferAlert, 'severity'>;

/** Neither genuine, verified nor trusted: the token's creator chose all that the transfer shows, sender and receiver too. */
export function isUnverified(token: Pick<AlertToken, 'address' | 'verified'>, alert: GradedOrNot): boolean {
  return !isVouchedFor(token, alert.wallet.chainId) && !isTrusted(token, alert);
}

export function isTrusted({ address }: Pick<AlertToken, 'address'>, alert: GradedOrNot): boolean {
  if (alert.type === 'transfers.digest') return alert.digest.trusted?.includes(address) ?? false;
  return alert.verdict?.reasons.some(({ rule }) => rule === 'trusted-token') ?? false;
}
