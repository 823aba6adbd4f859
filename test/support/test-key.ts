/** The API key of every test: `no-key-in-logs.ts` searches all test output for it. */
export const testKey = 'eyJhbGciOi.JIUzI1NiIs+/InR5cCI6==SECRET';
