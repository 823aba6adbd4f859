import type { NewsReader } from './news.ts';
import { recordedWallets } from './simulated-api/recorded-replies.ts';

const wallets = new Set<string>(Object.values(recordedWallets));

const intro =
  'Alerts of "Recorded" wallets come from replies of the real API, moved to now; all others are made up.';

/** Says before the first transfer of the recorded replies what they are: without it they look like noise. */
export function introduceRecorded(news: NewsReader): NewsReader {
  let said = false;
  return {
    ...news,
    alert(alertNews) {
      const { alert } = alertNews;
      if (!said && 'transfer' in alert && wallets.has(alert.wallet.address)) {
        said = true;
        news.remark({ at: alert.detectedAt, text: intro, look: 'plain', api: null });
      }
      news.alert(alertNews);
    },
  };
}
