import type { Problem } from './problem.ts';

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
