import { recordedWallets } from '../simulated-api/story/recorded-replies.ts';
import type { ShowNews } from './news.ts';

const wallets = new Set<string>(Object.values(recordedWallets));

const text =
  'Alerts of "Recorded" wallets come from replies of the real API, moved to now; all others are made up.';

/** Says before the first transfer of the recorded replies what they are: without it they look like noise. */
export function introduceRecorded(show: ShowNews): ShowNews {
  let said = false;
  return (news) => {
    if (
      !said &&
      news.kind === 'alert' &&
      'transfer' in news.alert &&
      wallets.has(news.alert.wallet.address)
    ) {
      said = true;
      show({ kind: 'remark', at: news.alert.detectedAt, text, look: 'plain', api: null });
    }
    show(news);
  };
}
