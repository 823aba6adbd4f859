import { execFileSync } from 'node:child_process';
import { parseUrl } from '../../../functions/text/parse-url.ts';
import type { GivenSettings } from './read-settings.ts';

/** Path of a file of the main branch, by host. */
const filesAt: Readonly<Record<string, string>> = {
  'github.com': 'blob/HEAD',
  'gitlab.com': '-/blob/HEAD',
};

/** Implies `runbookUrl`: docs/runbook.md of git's remote, without the remote's user and password. */
export function runbookAtHand(remote: string | null): GivenSettings {
  const url = parseUrl((remote ?? '').replace(/^[\w.-]+@([\w.-]+):(?!\/\/)/, 'ssh://$1/'));
  const files = filesAt[url?.hostname ?? ''];
  const path = url?.pathname.replace(/\/$/, '').replace(/\.git$/, '') ?? '';
  const repository = /^\/([\w.-]+(?:\/[\w.-]+)+)$/.exec(path)?.[1];
  if (url === null || files === undefined || repository === undefined) return {};
  return { runbookUrl: `https://${url.hostname}/${repository}/${files}/docs/runbook.md` };
}

/** The checkout's remote `origin`; null without one, or without git. */
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
