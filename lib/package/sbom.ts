import * as z from 'zod';
import type { BundledPackage } from './bundled-packages.ts';

/** The parts of npm's CycloneDX that are read here. */
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
type Sbom = z.infer<typeof sbomSchema>;

/**
 * The deployed part of npm's bill. npm knows no bundles: `--omit dev` would drop the AWS SDK, which is deployed.
 * @throws Error if npm's bill lacks a package that is in a bundle
 */
export function deployedSbom(whole: unknown, packages: readonly BundledPackage[]): Sbom {
  const { metadata, components, dependencies, ...rest } = sbomSchema.parse(whole);
  const { component } = metadata;
  // npm names the root component after its folder.
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
    // Scanners ignore components that are marked as development dependencies.
    components: kept.map((one) => ({
      ...one,
      properties: one.properties.filter(({ name: property }) => property !== 'cdx:npm:package:development'),
    })),
    dependencies: dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || deployed.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => deployed.has(ref)) })),
  };
}
