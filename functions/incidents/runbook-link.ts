/** Where the checkout's repository is not known, and in the local run. Nobody can own this name. */
export const repositoryRunbook = 'https://chainbell.example/docs/runbook.md';

/** @param runbookUrl https, without an anchor @param heading of docs/runbook.md: an alarm's name or an operations type */
export function runbookLink(runbookUrl: string, heading: string): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

/** GitHub's anchor: `polls-late` of `polls late`, `keymissing` of `key.missing`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
