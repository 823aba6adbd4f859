import { treasury } from '../../support/alerts.ts';
import { run } from '../chainbell.ts';
import { transcripts } from '../transcript.ts';

const told = transcripts({ run: (argv, input) => run(argv, input) });

told('estimate says what a thousand wallets take, with and without a node', async ({ type, says }) => {
  await type('estimate --wallets 1000 --every 1m --activity 5m');
  says(`without a node with a node API calls a day 1,440,000 28,673 in compute units 72,000,000 1,433,648
    RPC calls a day - 30,240 in units a month - 31,104,000 if transfers are read from it - 56,160 alerts a month 150,000 150,000
    AWS a month: DynamoDB $8.79 $2.03 AWS a month: Lambda $5.84 $1.43 AWS a month: SQS $1.82 $0.77
    AWS a month: EventBridge Scheduler $0.04 $0.04 AWS a month: SNS $0.08 $0.08 AWS a month: all $16.57 $4.34
    CloudWatch, at most $7.10 $7.10 AWS a month: all, CloudWatch included $23.67 $11.44
    each destination $0.26 $0.26 each email subscriber $3.00 $3.00 1,000 wallets every minute, each active in 5 minutes of a day.
    Without a node: you need a plan of 1,800,000 API calls (90,000,000 units) a day, a fifth of them for bursts, and 23.9 a second, a plan of 40 calls a second. A free plan of 40,000 units a day would stretch …
    With a node: you need a plan of 35,928 API calls … would stretch all intervals 176.7 times, …
    Prices: us-east-1, published 2025, before any free tier. $`);
});

told('estimate says the same as JSON, also of scans that are further apart', async ({ type, says }) => {
  await type('estimate --wallets 10 --activity 0m --json');
  await type('estimate --wallets 10 --scan-every 1m --json');
  says(`"groups": [ { "chain": "0x1", "everySeconds": 60, "wallets": 10 } ], "activeMinutes": 0, "sweepSeconds": 21600,
    "scanSeconds": 15, "callsPerDay": null, "unreadable": [], "prices": { "currency": "USD", "where": "us-east-1",
    "published": "2025" }, "withoutNode": { "apiCallsADay": 14400, … "withNode": { "apiCallsADay": 40, …
    "rpcCallsADay": 30240, … --scan-every 1m … "scanSeconds": 60, … "withNode": { … "rpcCallsADay": 8640,`);
});

told('estimate takes the wallets of a file, each at its own interval', async ({ type, says }) => {
  const rows = [`${treasury},eth,5m,`, `${treasury},polygon,5m,`, `${treasury},bsc,1m,true`, 'nobody,eth,,'];
  await type('estimate --file - --every 1h --json', ['wallet,chain,every,paused', ...rows].join('\n'));
  says(`"groups": [ { "chain": "0x1", "everySeconds": 300, "wallets": 1 }, { "chain": "0x89", "everySeconds": 300, "wallets": 1 } ],
    … ! line 5: "nobody" is not an address: it takes 0x and 40 hex digits. [exit code 1] $`);
});

told('estimate says what a plan makes of the intervals', async ({ type, says }) => {
  await type('estimate --wallets 1 --calls-per-day 800');
  says(`1 wallet every minute, each active in 5 minutes of a day. Without a node: you need a plan of 1,800 API calls (90,000 units) a day, a fifth of them for bursts, and 0.1 a second. Your plan would stretch all intervals 2.3 times, to every 2 minutes
    15 seconds. With a node: … and 0.1 a second. Your plan has enough. The node takes 1.1 times a free plan of 30 million`);
});

told('estimate says what it can not use', async ({ type, says }) => {
  for (const options of ['', '--wallets 5 --file w.csv']) await type(`estimate ${options}`);
  for (const options of ['activity 25h', 'every 1x', 'scan-every 5m', 'calls-per-second 0.1'])
    await type(`estimate --wallets 5 --${options}`);
  for (const options of ['--wallets many', '--file /nowhere/at/all']) await type(`estimate ${options}`);
  says(`! estimate needs --wallets or --file: chainbell export | chainbell estimate --file - [exit code 2] $
    … ! estimate needs --wallets or --file: … ! --activity: "25h" is not a time such as 5m, 1h or 0m. …
    ! --every: "1x" is no interval: write it as 30s, 5m or 1h. … '5m' is invalid. Allowed choices are 15s, 30s, 1m; …
    ! --calls-per-second: "0.1" is not a number of 0.5 or more. … ! --wallets: "many" is not a whole number above 0. …
    ! /nowhere/at/all can't be read (ENOENT). [exit code 2] $`);
});
