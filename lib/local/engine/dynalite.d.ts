/** dynalite 4 ships no types: this is the part that the local run uses. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Directory of the LevelDB store; in memory without one. */
    path?: string;
    /** How long a new table stays in CREATING. */
    createTableMs?: number;
  }

  /** `close` also closes the store. */
  export default function dynalite(options?: DynaliteOptions): Server;
}
