import * as z from 'zod';
import type { Alert } from '../../../functions/alert/alert.ts';
import { initialBalance, type SimChain } from '../chain/sim-chain.ts';
import { firstOf, safeParts } from '../chain/sim-safe.ts';
import type { Approval, Control, SimTransaction } from '../chain/sim-transaction.ts';
import type { StoryRow } from '../story/story.ts';

/** The first look at a wallet comes after its first poll, and its findings are the baseline. */
const firstLook = 240_000;
/** An item's entry for a contract that was found to be a Safe. */
const foundSafe = z.object({ safe: z.object({ modules: z.array(z.string()).nullable() }) });

type ControlAlert = Extract<Alert, { type: 'control.changed' }>;
type BalanceAlert = Extract<Alert, { type: 'balance.low' | 'balance.restored' }>;

/**
 * The guarantees for a wallet's approvals, its control and its floor. Each alert states what was true on chain at some time;
 * changes of control come one after the other; the last alert states the final state. A re-org takes back none of them.
 */
export class EventJudge {
  private readonly row: StoryRow;
  private readonly chain: SimChain;
  private readonly complain: (complaint: string) => void;
  /** The last reported value, by the name from nameOf. */
  private readonly allowances = new Map<string, string>();
  /** The last reported value of each part of the control, with other values whose order is unclear. */
  private readonly parts = new Map<string, readonly (string | null)[]>();
  /** When looks first found a Safe and its modules, epoch milliseconds. */
  private readonly foundAt: { safe?: number; modules?: number } = {};
  private readonly falls = new Set<string>();
  private readonly restored = new Set<string>();

  constructor(row: StoryRow, chain: SimChain, complain: (complaint: string) => void) {
    this.row = row;
    this.chain = chain;
    this.complain = complain;
  }

  looked(contract: unknown, now: number): void {
    const { data } = foundSafe.safeParse(contract);
    if (data !== undefined) this.foundAt.safe ??= now;
    if (data !== undefined && data.safe.modules !== null) this.foundAt.modules ??= now;
  }

  told(alert: Alert): void {
    if (alert.type === 'approval.granted' || alert.type === 'approval.revoked') {
      const { token, spender, value, kind, tokenId } = alert.approval;
      const isGranted = alert.type === 'approval.granted';
      const name = `${kind} ${token.address} ${tokenId ?? spender.address}`;
      const now = value ?? (isGranted ? `1${tokenId === null ? '' : ` ${spender.address}`}` : '0');
      const states = this.approvals().filter((one) => nameOf(one) === name);
      if (now !== '0' && !states.some((one) => one.isTrue && stateOf(one) === now))
        this.complain(`an approval of ${now} was told, which the state never had: ${name}`);
      this.allowances.set(name, now);
    }
    if (alert.type === 'control.changed') this.toldControl(alert);
    if (alert.type === 'balance.low' || alert.type === 'balance.restored') this.toldBalance(alert);
  }

  private toldControl({ control: { what, before, after, transactionHash } }: ControlAlert): void {
    const [list = ''] = what.split('-');
    const part = list === 'owner' || list === 'module' ? `${list} ${after ?? before}` : what;
    const last = this.parts.get(part) ?? [before];
    const ever = this.changesOf(part);
    if (!last.includes(before))
      this.complain(`${part} was told from ${before}, and the last one was to ${last}`);
    const made = ever.filter(({ states }) => states.to === after);
    if (after !== firstOf(part) && made.length === 0)
      this.complain(`${part} was told to be ${after}, which it never was`);
    if (transactionHash !== null && !made.some(({ hash }) => hash === transactionHash))
      this.complain(`${part} was told to be ${after} as of another transaction: ${transactionHash}`);
    this.parts.set(part, last.includes(before) ? [after] : [...last, after]);
  }

  private toldBalance({ id, type, balance, restores }: BalanceAlert): void {
    const isBelow = BigInt(balance.value) < initialBalance;
    if (!('minBalance' in this.row.attributes)) this.complain(`${type} of a wallet without a floor`);
    if (isBelow !== (type === 'balance.low')) this.complain(`${type} was told of ${balance.value}`);
    if (type === 'balance.low') this.falls.add(id);
    else this.restored.add(restores ?? 'nothing');
  }

  /** All has been well for a while. @param startedAt when the watch began, epoch milliseconds */
  judgeEnd(startedAt: number): void {
    this.judgeApprovals(startedAt);
    this.judgeBalance();
    if (!this.row.isSafe) {
      this.judgePart('delegation', startedAt + firstLook);
      return;
    }
    const { safe, modules } = this.foundAt;
    if (safe === undefined || modules === undefined) {
      this.complain('a Safe was never found to be one');
      return;
    }
    for (const part of safeParts.keys()) this.judgePart(part, part.startsWith('module') ? modules : safe);
  }

  /** @param lookedAt changes before then are not reported */
  private judgePart(part: string, lookedAt: number): void {
    const now = this.chain.controlOf(this.row.wallet, part);
    const first = this.changesOf(part).filter(({ minedAt }) => minedAt <= lookedAt);
    const expected = this.parts.get(part) ?? [firstOf(part), ...first.map(({ states }) => states.to)];
    if (!expected.includes(now))
      this.complain(`${part} is ${now}, and ${expected.join(' or ')} was told last`);
  }

  private judgeBalance(): void {
    const now = this.chain.balanceAfter(this.row.wallet, Number.MAX_SAFE_INTEGER);
    const isLow = 'minBalance' in this.row.attributes && now < initialBalance;
    for (const id of this.restored)
      if (!this.falls.has(id)) this.complain(`balance.restored ends ${id}, which was never told`);
    const open = this.falls.size - this.restored.size;
    if (open !== (isLow ? 1 : 0))
      this.complain(`${open} falls below the floor are not over, and the balance is ${now}`);
  }

  /** Checks approvals of tokens whose events nobody can make up. */
  private judgeApprovals(startedAt: number): void {
    const sure = this.ever().filter(({ states }) => states?.what === 'approval' && states.token.verified);
    for (const [name, all] of Map.groupBy(sure, ({ states }) => nameOf(states as Approval))) {
      if (all.some(({ minedAt }) => minedAt <= startedAt)) continue;
      const last = this.chain
        .statementsOf('approval', this.row.wallet)
        .findLast(({ stated }) => nameOf(stated) === name);
      const [is, told] = [last ? stateOf(last.stated) : '0', this.allowances.get(name) ?? '0'];
      if (is !== told) this.complain(`an approval stands at ${is}, and ${told} was told last: ${name}`);
    }
  }

  private approvals(): Approval[] {
    return this.ever().flatMap(({ states }) => (states?.what === 'approval' ? [states] : []));
  }

  private changesOf(part: string) {
    return this.ever().filter(
      (one): one is SimTransaction & { readonly states: Control } =>
        one.states?.what === 'control' && one.states.part === part,
    );
  }

  private ever(): readonly SimTransaction[] {
    return this.chain.everStated(this.row.wallet);
  }
}

/** The name of one allowance. */
function nameOf({ of, token, spender, tokenId }: Approval): string {
  return `${of} ${token.address} ${tokenId ?? spender}`;
}

function stateOf({ value, spender, tokenId }: Approval): string {
  return tokenId === null || value === 0n ? String(value) : `${value} ${spender}`;
}
