import type { PoisoningAlert, TransferAlert } from '../alert/alert.ts';
import { poisoningAlertId, transferAlertId } from '../alert/alert-id.ts';
import { composePoisoningAlert } from '../alert/compose-poisoning.ts';
import { composeTransferAlert, type TransferNews } from '../alert/compose-transfer.ts';
import { judge } from '../spam/judge.ts';
import { counterpartiesAfter } from '../spam/poisoning/counterparties-after.ts';
import { findLookalike, type Lookalike } from '../spam/poisoning/find-lookalike.ts';
import { asPoisoning } from '../spam/poisoning/poisoning-verdict.ts';
import { policyFor } from '../spam/policy.ts';
import type { Verdict } from '../spam/verdict.ts';
import type { FreshTransfer } from '../transfer/compare-with-seen.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import { isWanted } from '../transfer/is-wanted.ts';
import type { WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';

/** A fresh transfer, decided: told, hidden, or not asked for by its row. */
export interface JudgedTransfer extends FreshTransfer {
  readonly outcome: 'told' | 'hidden' | 'unwanted';
  readonly described: DescribedTransfer;
  /** Its own alert, also where it is hidden: History keeps it. */
  readonly alert: TransferAlert;
  /** Whether its texts show a verdict of spam. */
  readonly marked: boolean;
  /** Told in place of its own alert, under every policy: the first transfer of an imitating address. */
  readonly warning: PoisoningAlert | null;
  /** What the wallet knows of addresses once this transfer is dealt with. */
  readonly known: KnownAddresses;
}

/** Whom the wallet paid, and which imitations of those it was warned of. */
export type KnownAddresses = Pick<WalletState, 'counterparties' | 'warnedOf'>;

type News = Omit<TransferNews, 'id'>;

/** Imitations beyond this were warned of long ago. */
const mostWarned = 500;

/** Decides what becomes of one transfer. @param known as the transfers before it have left it */
export function judgeTransfer(
  fresh: FreshTransfer,
  transfer: DescribedTransfer,
  known: KnownAddresses,
  watch: Watch,
  detectedAt: string,
): JudgedTransfer {
  const plain = judge(transfer, watch);
  const evidence = { transfer, verdict: plain, watch, counterparties: known.counterparties };
  const lookalike = findLookalike(evidence);
  const verdict = withPoisoning(plain, lookalike, transfer, watch);
  const news = { watch, transfer, verdict, detectedAt };
  const id = transferAlertId(watch.chain.id, watch.wallet, fresh.key, fresh.incarnation);
  const warning = lookalike === null ? null : warningOf(lookalike, news, known);
  return {
    ...fresh,
    outcome: outcomeOf(news, warning),
    described: transfer,
    alert: composeTransferAlert({ ...news, id }),
    marked: policyFor(verdict, watch).mark,
    warning,
    known: {
      counterparties: counterpartiesAfter(evidence),
      warnedOf:
        warning === null
          ? known.warnedOf
          : [warning.lookalike.address, ...known.warnedOf].slice(0, mostWarned),
    },
  };
}

/** A token that the row trusts is never spam, whoever sends it: the owner is warned all the same. */
function withPoisoning(
  verdict: Verdict,
  lookalike: Lookalike | null,
  { token }: DescribedTransfer,
  { trustedTokens }: Watch,
): Verdict {
  return lookalike === null || trustedTokens.has(token.address) ? verdict : asPoisoning(verdict, lookalike);
}

/** The warning of an imitating address; null where the wallet was warned of it before. */
function warningOf(lookalike: Lookalike, news: News, { warnedOf }: KnownAddresses): PoisoningAlert | null {
  const { watch } = news;
  if (warnedOf.includes(lookalike.address)) return null;
  const id = poisoningAlertId(watch.chain.id, watch.wallet, lookalike.address);
  return composePoisoningAlert({ ...news, lookalike, id });
}

function outcomeOf(
  { transfer, verdict, watch }: News,
  warning: PoisoningAlert | null,
): JudgedTransfer['outcome'] {
  // The warning is told in its place, whatever the row asked for.
  if (warning !== null) return 'hidden';
  if (!isWanted(transfer, watch)) return 'unwanted';
  return policyFor(verdict, watch).tell ? 'told' : 'hidden';
}
