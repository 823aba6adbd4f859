/** The setting's default where the checkout's own repository is not known, and what the local run links. Nobody can own this name. */
export const repositoryRunbook = 'https://chainbell.example/docs/runbook.md';

/**
 * The link to one heading of the runbook.
 * @param runbookUrl the setting: https, without an anchor
 * @param heading as docs/runbook.md has it: an alarm's name, or a type of operations messages
 */
export function runbookLink(runbookUrl: string, heading: string): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

/** As GitHub makes it of a heading that comes once: `polls late` has `polls-late`, `key.missing` has `keymissing`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
