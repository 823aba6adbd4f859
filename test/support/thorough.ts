declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests with random or many inputs try all of them, as in `npm run test:slow`. `npm test` tries fewer, to stay short. */
    thorough: boolean;
  }
}

export {};
