import { type BundledPackage, licenceTexts } from './bundled-packages.ts';

/** Each licence text once, below the packages that have it. */
export function licencesText(packages: readonly BundledPackage[]): string {
  const namesByText = new Map<string, Set<string>>();
  for (const one of packages) {
    const text = licenceTexts(one).join('\n\n');
    const names = namesByText.get(text) ?? new Set();
    namesByText.set(text, names.add(`${one.name} ${one.version} (${one.licence})`));
  }
  return [...namesByText]
    .map(([text, names]) => `${[...names].join('\n')}\n\n${text}`.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}
