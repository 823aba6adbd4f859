import { createHash } from 'node:crypto';
import type { ProblemSubject, ProblemType } from './operations-message.ts';

/** Something that a person has to know of or mend. */
export interface Problem {
  readonly type: ProblemType;
  /** The row's keys as they stand; null where it is no single wallet's problem. */
  readonly wallet: string | null;
  readonly chain: string | null;
  readonly reason: string;
  readonly whatToDo: string;
  readonly about?: ProblemSubject | undefined;
}

/** A problem on record: from when it was first seen until it is over. */
export interface OpenProblem extends Problem {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Epoch milliseconds of when someone set out to tell operations; 0: nobody yet. */
  readonly claimedAt: number;
  /** Operations were told. */
  readonly told: boolean;
}

/**
 * One problem, one key. A row's reason is part of it, so that one mended and broken anew in another attribute ends and
 * begins; of problems that all wallets share there is one a type, whatever its wording.
 */
export function problemKey({ type, wallet, chain, reason }: Problem): string {
  if (wallet === null) return type;
  const digest = createHash('sha256')
    .update(JSON.stringify([wallet, chain, reason]))
    .digest('hex');
  return `${type}#${digest.slice(0, 32)}`;
}

/** How long a problem may last before operations hear of it: a blip is not worth a message at night. */
export function graceOf(type: ProblemType): number {
  return type === 'api.unavailable' ? 180_000 : 0;
}

/** What a wallet can have a problem with, by its field in the state. */
export const walletProblemFields = ['failing', 'behind'] as const;
export type WalletProblemField = (typeof walletProblemFields)[number];

const kinds = {
  failing: {
    type: 'wallet.failing',
    whatToDo:
      'Nothing, unless the reason names something to mend: polling goes on from the stored block, and nothing is lost.',
  },
  behind: {
    type: 'backlog',
    whatToDo:
      'Nothing, where it was a storm. Where it lasts, raise callsPerSecond if the plan has more, or ignore a busy token.',
  },
} as const;

/** A wallet's trouble as operations hear of it. @param chain its name */
export function walletProblem(
  field: WalletProblemField,
  {
    wallet,
    chain,
    label,
  }: { readonly wallet: string; readonly chain: string; readonly label?: string | null },
  reason: string,
): Problem {
  return { ...kinds[field], wallet, chain, reason, about: label ? { label } : {} };
}
