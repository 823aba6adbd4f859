import * as z from 'zod';
import type { BundledPackage } from './bundled-packages.ts';

/** CycloneDX as `npm sbom` writes it, as far as it is read here: the rest stays as it is. */
const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      properties: z.array(z.looseObject({ name: z.string() })).default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type Sbom = z.infer<typeof sbomSchema>;

/**
 * The part of npm's bill that is deployed. npm knows dependencies, not bundles: of the development dependencies the AWS SDK is
 * deployed and the linter is not, so that its `--omit dev` would leave out most of what runs.
 * @param whole what `npm sbom --sbom-format cyclonedx` writes
 * @throws Error where npm's bill lacks a package that is in a bundle
 */
export function deployedSbom(whole: unknown, packages: readonly BundledPackage[]): Sbom {
  const { metadata, components, dependencies, ...rest } = sbomSchema.parse(whole);
  const { component } = metadata;
  // npm calls it by the folder that it lies in.
  const name = component['bom-ref'].replace(/@[^@]*$/, '');
  const deployed = new Set(packages.map((one) => `${one.name}@${one.version}`));
  const kept = components.filter((one) => deployed.has(one['bom-ref']));
  if (kept.length !== deployed.size) {
    const missing = deployed.difference(new Set(kept.map((one) => one['bom-ref'])));
    throw new Error(
      `npm sbom knows nothing of ${[...missing].join(', ')}: is node_modules what the lock file says?`,
    );
  }
  return {
    ...rest,
    metadata: { ...metadata, component: { ...component, name } },
    // Scanners pass over what is marked as a development dependency; these are one for npm, and run all the same.
    components: kept.map((one) => ({
      ...one,
      properties: one.properties.filter(({ name: property }) => property !== 'cdx:npm:package:development'),
    })),
    dependencies: dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || deployed.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => deployed.has(ref)) })),
  };
}
