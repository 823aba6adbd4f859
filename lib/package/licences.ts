import { type BundledPackage, licenceTexts } from './bundled-packages.ts';

/** docs/licences.md: what is deployed, by package. */
export function licencesPage(packages: readonly BundledPackage[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].toSorted().map(([licence, count]) => `${licence} ${count}`);
  return [
    '# Licences',
    '',
    'Chainbell is under the MIT licence. These npm packages are deployed with it: esbuild says that code of them is in the bundles of',
    'the functions. `npm run licences` writes this page; a test fails when it is stale, or when a licence is none of the permissive',
    'ones. What the package on npm brings, the command line included, is in its `dist/licences.txt` with the texts of the licences.',
    '',
    `${packages.length} packages: ${summary.join(', ')}.`,
    '',
    '| package | version | licence | in |',
    '|---|---|---|---|',
    ...packages.map(
      ({ name, version, licence, within }) =>
        `| ${[name, version, licence, within.join(', ')].join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

/** The texts that authors want to be kept beside every copy, each once, below the packages that have it. */
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
