/**
 * Stories of thousands of transfers and properties of random texts, a quarter of a second or more each. They run last, the
 * longest of a room at its end.
 */
export const longTests = [
  'alert/(hostile-texts|known-money|symbols-book)',
  'compose-digests',
  'imitation-texts',
  'operations-text',
  'incident-log',
  'rate-limiter',
  'history-table',
  'activity/(doubt|kinds|scan/splitting)',
  'node/hostile-node',
  '(api|http)/(faults|key-leak|read-body)',
  'deliver-alerts/(failing|answers|queue|deliver-batch)',
  'chat-payloads',
  'dispatch-polls/(dispatch-polls|rows/not-begun)',
  'poll-wallets/(silenced-thefts|thefts|wrong-times)',
  'poll-wallets/(crashes|handler|singles)',
  'poll-wallets/(poisoning|poisoning-floods|poll-wallets|storms)',
  'poll-wallets/(alike-pairs|read/crowded-block)',
].map((names) => new RegExp(`${names}\\.test`));
