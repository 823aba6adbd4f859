import type { Alert } from '../../../functions/alert/alert.ts';
import type { SimChain } from '../chain/sim-chain.ts';
import { type Approval, type SimTransaction, standing } from '../chain/sim-transaction.ts';

/** A first look at a wallet comes after its first poll: what it finds then is no news. */
const firstLook = 240_000;

/**
 * What is true of a wallet's approvals and delegations: each is told as the chain's state was at some time, delegations one after the
 * other, and in the end the last that was told is the state. A re-org takes back none of them.
 */
export class EventJudge {
  private readonly wallet: string;
  private readonly chain: SimChain;
  private readonly complain: (complaint: string) => void;
  /** The last that was told, by token and spender. */
  private readonly allowances = new Map<string, string>();
  /** The delegation that was told last, with those whose order is unclear; undefined: none was told. */
  private delegates: readonly (string | null)[] | undefined;

  constructor(wallet: string, chain: SimChain, complain: (complaint: string) => void) {
    this.wallet = wallet;
    this.chain = chain;
    this.complain = complain;
  }

  told(alert: Alert): void {
    if (alert.type === 'approval.granted' || alert.type === 'approval.revoked') {
      const { token, spender, value } = alert.approval;
      const name = `${token.address} ${spender.address}`;
      const now = value ?? (alert.type === 'approval.granted' ? '1' : '0');
      const states = this.approvals().filter((one) => nameOf(one) === name);
      if (now !== '0' && !states.some((one) => one.isTrue && String(one.value) === now))
        this.complain(`an approval of ${now} was told, which the state never had: ${name}`);
      this.allowances.set(name, now);
    }
    if (alert.type !== 'control.changed') return;
    const { before, after, transactionHash } = alert.control;
    const last = this.delegates ?? [before];
    const dropped = this.ever('delegation').some(({ placements }) =>
      placements.some(({ visibleTo }) => visibleTo < Number.POSITIVE_INFINITY),
    );
    // News of one poll come by block, and a re-org may bring back an older one.
    if (!last.includes(before) && !dropped)
      this.complain(`a delegation was told from ${before}, and the last one was to ${last}`);
    const made = this.ever('delegation').filter(
      ({ states }) => states?.what === 'delegation' && states.to === after,
    );
    if (after !== null && made.length === 0)
      this.complain(`a delegation to ${after} was told that never was`);
    if (transactionHash !== null && !made.some(({ hash }) => hash === transactionHash))
      this.complain(`a delegation to ${after} was told as of another transaction: ${transactionHash}`);
    this.delegates = last.includes(before) ? [after] : [...last, after];
  }

  /** All has been well for a while. @param startedAt of the watch, epoch milliseconds */
  judgeEnd(startedAt: number): void {
    this.judgeApprovals(startedAt);
    const now = this.chain.delegateOf(this.wallet);
    const first = this.ever('delegation').filter(({ minedAt }) => minedAt <= startedAt + firstLook);
    const known = first.flatMap(({ states }) => (states?.what === 'delegation' ? [states.to] : []));
    const expected = this.delegates ?? [null, ...known];
    if (!expected.includes(now))
      this.complain(`the account runs ${now}, and ${expected.join(' or ')} was told last`);
  }

  /** Of tokens that nobody can make up; what was dropped after it was told is told by no event. */
  private judgeApprovals(startedAt: number): void {
    const sure = this.ever('approval').filter(
      ({ states }) => states?.what === 'approval' && states.token.verified,
    );
    for (const [name, all] of Map.groupBy(sure, ({ states }) => nameOf(states as Approval))) {
      if (all.some((one) => standing(one) === null || one.minedAt <= startedAt)) continue;
      const last = this.chain
        .statementsOf('approval', this.wallet)
        .findLast(({ stated }) => nameOf(stated) === name);
      const [is, told] = [String(last?.stated.value), this.allowances.get(name)];
      if (is !== told) this.complain(`an approval stands at ${is}, and ${told} was told last: ${name}`);
    }
  }

  private approvals(): Approval[] {
    return this.ever('approval').flatMap(({ states }) => (states?.what === 'approval' ? [states] : []));
  }

  private ever(what: 'approval' | 'delegation'): readonly SimTransaction[] {
    return this.chain.everStated(this.wallet).filter(({ states }) => states?.what === what);
  }
}

function nameOf({ token, spender }: Approval): string {
  return `${token.address} ${spender}`;
}
