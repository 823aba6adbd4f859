/** US dollars, before any free tier. */
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
    /** A month each, beyond the free ones. */
    metric: 0.3,
    alarm: 0.1,
  },
} as const;
