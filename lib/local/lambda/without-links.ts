import type { Alert } from '../../../functions/alert/alert.ts';
import { linkLines } from '../../../functions/alert/email/email-facts.ts';
import { pageOf } from '../../../functions/alert/page-of.ts';

/** No explorer shows simulated transfers. */
export function withoutLinks<Kind extends Alert>(alert: Kind): Kind {
  if ('transfer' in alert) return { ...alert, transfer: withoutLink(alert.transfer) };
  if ('approval' in alert) return { ...alert, approval: withoutLink(alert.approval) };
  if ('control' in alert) return { ...alert, control: withoutLink(alert.control) };
  if (!('digest' in alert)) return alert;
  return { ...alert, digest: { ...alert.digest, largest: alert.digest.largest.map(withoutLink) } };
}

function withoutLink<Told extends { readonly explorerUrl: string | null }>(told: Told): Told {
  return { ...told, explorerUrl: null };
}

/** Its email without the links. */
export function mailWithoutLink(alert: Alert, email: string): string {
  if (alert.type === 'summary') return email;
  return email.replace(
    linkLines(pageOf(alert))
      .map((line) => `${line}\n`)
      .join(''),
    '',
  );
}
