import { execFileSync } from 'node:child_process';
import { parseUrl } from '../../../functions/text/parse-url.ts';
import type { GivenSettings } from './read-settings.ts';

/** Where a host shows a file of a repository's main branch. */
const filesAt: Readonly<Record<string, string>> = {
  'github.com': 'blob/HEAD',
  'gitlab.com': '-/blob/HEAD',
};

/**
 * The implied setting `runbookUrl`: docs/runbook.md of the repository that the checkout came from.
 * @param remote its address as git has it, by https or ssh; without user and password in what is given back
 */
export function runbookAtHand(remote: string | null): GivenSettings {
  const url = parseUrl((remote ?? '').replace(/^[\w.-]+@([\w.-]+):(?!\/\/)/, 'ssh://$1/'));
  const files = filesAt[url?.hostname ?? ''];
  const path = url?.pathname.replace(/\/$/, '').replace(/\.git$/, '') ?? '';
  const repository = /^\/([\w.-]+(?:\/[\w.-]+)+)$/.exec(path)?.[1];
  if (url === null || files === undefined || repository === undefined) return {};
  return { runbookUrl: `https://${url.hostname}/${repository}/${files}/docs/runbook.md` };
}

/** The remote named origin of the checkout at `folder`; null where there is none, or no git. */
export function originOf(folder: string): string | null {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const text = execFileSync('git', ['config', '--get', 'remote.origin.url'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: [...stdio],
    });
    return text.trim();
  } catch {
    return null;
  }
}
