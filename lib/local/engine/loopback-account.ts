/** What every client of the embedded engines is made with: they check neither, and none is a real account's. */
export const loopbackAccount = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
