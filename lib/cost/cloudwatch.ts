import { metricNames } from '../../functions/runtime/metric-names.ts';
import { listPrices } from './prices.ts';

/** With webhooks and one destination. An account has ten of each free. */
export const watched = { metrics: Object.keys(metricNames).length, alarms: 14 };

/** US dollars a month without the free ones. */
export const cloudWatchAMonth =
  watched.metrics * listPrices.usd.metric + watched.alarms * listPrices.usd.alarm;
