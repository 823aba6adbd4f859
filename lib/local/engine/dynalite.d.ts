/** dynalite 4 ships no types: this is the part that the local run uses. */
declare module 'dynalite' {
  /** @param options `path` is the directory of a LevelDB store; in memory without one */
  export default function dynalite(options: {
    path?: string;
    createTableMs: number;
  }): import('node:http').Server;
}
