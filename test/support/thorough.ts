declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests of random or many inputs try them all, as `npm run test:slow` does; fewer keep `npm test` short. */
    thorough: boolean;
  }
}

export {};
