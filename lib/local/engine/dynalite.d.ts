/** dynalite 4 ships no types. */
declare module 'dynalite' {
  /** @param options `path` is the directory of a LevelDB store; in memory without one */
  export default function dynalite(options: {
    path?: string;
    createTableMs: number;
  }): import('node:http').Server;
}
