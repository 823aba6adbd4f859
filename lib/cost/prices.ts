/** AWS's list prices in us-east-1 as published in 2025, in US dollars and before any free tier: the one place that has them. */
export const listPrices = {
  where: 'us-east-1',
  published: '2025',
  usd: {
    readUnit: 0.125 / 1e6,
    writeUnit: 0.625 / 1e6,
    sqsRequest: 0.4 / 1e6,
    lambdaRequest: 0.2 / 1e6,
    /** On ARM. */
    gbSecond: 0.0000133334,
    schedulerRun: 1 / 1e6,
    snsPublish: 0.5 / 1e6,
    snsEmail: 2 / 1e5,
    /** A month each, where an account has used up those that are free. */
    metric: 0.3,
    alarm: 0.1,
  },
} as const;
