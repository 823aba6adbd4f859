import type { PoisoningAlert, TransferAlert } from '../alert/alert.ts';
import { poisoningAlertId, transferAlertId } from '../alert/alert-id.ts';
import { composeTransferAlert } from '../alert/compose.ts';
import { composePoisoningAlert } from '../alert/compose-poisoning.ts';
import { withCoin } from '../coin/describe.ts';
import { judge } from '../spam/judge.ts';
import { counterpartiesAfter } from '../spam/poisoning/counterparties-after.ts';
import { findLookalike, type Lookalike } from '../spam/poisoning/find-lookalike.ts';
import { asPoisoning } from '../spam/poisoning/poisoning-verdict.ts';
import { policyFor } from '../spam/policy.ts';
import type { FreshTransfer } from '../transfer/compare-with-seen.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import { directionFor } from '../transfer/direction.ts';
import { isWanted } from '../transfer/is-wanted.ts';
import type { KeyedTransfer } from '../transfer/transfer-key.ts';
import type { CallLimits } from '../upstream/source.ts';
import type { Counterparty, WalletState } from '../wallet/wallet-state.ts';
import type { Watch } from '../wallet/watch.ts';
import type { PollDependencies } from './poll-dependencies.ts';

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

/** Imitations beyond this were warned of long ago. */
const mostWarned = 500;

/**
 * Describes each transfer with its coin record and decides, one by one in chain order, what becomes of it: by the
 * row's filters, by the verdict and the row's policy, and by whether it comes from an imitation of an address that the
 * wallet paid.
 */
export async function judgeTransfers(
  fresh: readonly FreshTransfer[],
  watch: Watch,
  state: KnownAddresses,
  deps: Pick<PollDependencies, 'coins' | 'clock'>,
  limits: CallLimits,
): Promise<readonly JudgedTransfer[]> {
  const coinOf = await deps.coins.find(
    watch.chain,
    fresh.map(({ transfer }) => transfer.token.address),
    limits,
  );
  const detectedAt = new Date(deps.clock.now()).toISOString();
  let known: KnownAddresses = state;
  return fresh.map((one) => {
    const { transfer } = one;
    const direction = directionFor(watch.wallet, transfer) ?? 'in';
    const described = withCoin({ ...transfer, direction }, watch.chain, coinOf(transfer.token.address));
    const judged = judgeOne(one, described, known, watch, detectedAt);
    known = judged.known;
    return judged;
  });
}

function judgeOne(
  fresh: FreshTransfer,
  described: DescribedTransfer,
  known: KnownAddresses,
  watch: Watch,
  detectedAt: string,
): JudgedTransfer {
  const plain = judge(described, watch);
  const evidence = { transfer: described, verdict: plain, watch, counterparties: known.counterparties };
  const lookalike = findLookalike(evidence);
  const trusted = watch.trustedTokens.has(described.token.address);
  const verdict = lookalike === null || trusted ? plain : asPoisoning(plain, lookalike);
  const id = transferAlertId(watch.chain.id, watch.wallet, fresh.key, fresh.incarnation);
  const alert = composeTransferAlert({ watch, transfer: described, verdict, id, detectedAt });
  const { tell, mark } = policyFor(verdict, watch);
  const warns = lookalike !== null && !known.warnedOf.includes(lookalike.address);
  const outcome = warns ? 'hidden' : !isWanted(described, watch) ? 'unwanted' : tell ? 'told' : 'hidden';
  return {
    ...fresh,
    outcome,
    described,
    alert,
    marked: mark,
    warning: warns ? warningOf(lookalike) : null,
    known: {
      counterparties: counterpartiesAfter(evidence),
      warnedOf: warns ? [lookalike.address, ...known.warnedOf].slice(0, mostWarned) : known.warnedOf,
    },
  };

  function warningOf(of: Lookalike): PoisoningAlert {
    const warningId = poisoningAlertId(watch.chain.id, watch.wallet, of.address);
    return composePoisoningAlert({
      watch,
      transfer: described,
      verdict,
      lookalike: of,
      id: warningId,
      detectedAt,
    });
  }
}

/** Whom the wallet had paid before its watch began. */
export function paidBefore(old: readonly KeyedTransfer[], watch: Watch): readonly Counterparty[] {
  return old.reduce<readonly Counterparty[]>((counterparties, { transfer }) => {
    const direction = directionFor(watch.wallet, transfer) ?? 'in';
    const described = withCoin({ ...transfer, direction }, watch.chain, null);
    return counterpartiesAfter({
      transfer: described,
      verdict: judge(described, watch),
      watch,
      counterparties,
    });
  }, []);
}
