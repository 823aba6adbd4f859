/** The API key of every test: `no-key-in-logs.ts` looks for it in whatever tests log. */
export const testKey = 'eyJhbGciOi.JIUzI1NiIs+/InR5cCI6==SECRET';
