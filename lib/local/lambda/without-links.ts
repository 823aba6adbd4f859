import type { Alert, AlertTransfer } from '../../../functions/alert/alert.ts';

/** An alert of a made-up transfer, as of a chain without a known explorer: the real ones know nothing of it. */
export function withoutLinks<Kind extends Alert>(alert: Kind): Kind {
  if ('transfer' in alert) return { ...alert, transfer: withoutLink(alert.transfer) };
  if (!('digest' in alert)) return alert;
  return { ...alert, digest: { ...alert.digest, largest: alert.digest.largest.map(withoutLink) } };
}

function withoutLink(transfer: AlertTransfer): AlertTransfer {
  return { ...transfer, explorerUrl: null };
}
