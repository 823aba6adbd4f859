import { judge } from '../../../functions/spam/judge.ts';
import { asTransfer } from './as-transfer.ts';
import type { LabelledToken } from './labelled-tokens.ts';
import { isSpamByForta } from './literature/forta.ts';
import { isSpamByLeather } from './literature/leather.ts';
import { isSpamByThirdweb } from './literature/thirdweb.ts';

/** A way to tell spam from metadata alone. */
export interface Filter {
  readonly title: string;
  readonly isSpam: (token: LabelledToken) => boolean;
}

export const chainbell: Filter = {
  title: 'Chainbell',
  isSpam: (token) => {
    const { transfer, watch } = asTransfer(token);
    return judge(transfer, watch).spam;
  },
};

/** Rule sets of others, written from their published descriptions. */
export const literature: readonly Filter[] = [
  { title: 'Forta', isSpam: isSpamByForta },
  { title: 'Leather', isSpam: isSpamByLeather },
  { title: 'thirdweb', isSpam: isSpamByThirdweb },
];
