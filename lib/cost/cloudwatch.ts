import { metricNames } from '../../functions/runtime/metric-names.ts';
import { listPrices } from './prices.ts';

/** With webhooks and a destination; CloudWatch gives an account ten of each for nothing. */
export const watched = { metrics: Object.keys(metricNames).length, alarms: 14 };

/** Dollars a month where an account has used up those that are free. */
export const cloudWatchAMonth =
  watched.metrics * listPrices.usd.metric + watched.alarms * listPrices.usd.alarm;
