import { describe, expect, it } from 'vitest';
import {
  type BundledPackage,
  licencesText,
  notPermissive,
  packagesOfFunctions,
} from '../../lib/package/bundled-packages.ts';
import { deployedSbom } from '../../lib/package/sbom.ts';

const deployed = await packagesOfFunctions();

const packageOf = (over: Partial<BundledPackage> = {}): BundledPackage => ({
  name: 'zod',
  version: '4.6.7',
  licence: 'MIT',
  folder: 'node_modules/zod',
  within: ['poll-wallets'],
  ...over,
});

describe('deployed code', () => {
  it('has only permissive licences', () => {
    expect(notPermissive(deployed)).toEqual([]);
  });

  it('has the packages that the sources import', () => {
    const bundles = Object.fromEntries(deployed.map(({ name, within }) => [name, within]));
    expect(bundles.tlds).toEqual(['poll-wallets']);
    expect(bundles.undici).toContain('deliver-alerts');
    expect(bundles.zod).toEqual(['dispatch-polls', 'poll-wallets', 'deliver-alerts']);
    expect(bundles).not.toHaveProperty('aws-cdk-lib');
    expect(bundles).not.toHaveProperty('esbuild');
  });
});

describe('licences', () => {
  it.each(['GPL-3.0-only', 'AGPL-3.0', 'UNLICENSED', '(MIT OR GPL-3.0)', 'SEE LICENSE IN LICENSE'])(
    'such as %s are refused until a person has read them',
    (licence) => {
      const packages = [packageOf(), packageOf({ name: 'planted', version: '1.0.0', licence })];
      expect(notPermissive(packages)).toEqual([`planted@1.0.0: ${licence}`]);
    },
  );

  it("are in the package's file with their texts, each text once and each package once", () => {
    const aws = (name: string) =>
      packageOf({ name, licence: 'Apache-2.0', folder: 'node_modules/@aws-sdk/core' });
    const text = licencesText([
      packageOf(),
      packageOf({ within: ['command line'] }),
      aws('one'),
      aws('other'),
    ]);
    expect(text).toMatch(/^zod 4\.6\.7 \(MIT\)\n\nMIT License\n\nCopyright \(c\) /);
    expect(text.match(/Permission is hereby granted/g)).toHaveLength(1);
    expect(text).toMatch(
      /\n\none 4\.6\.7 \(Apache-2\.0\)\nother 4\.6\.7 \(Apache-2\.0\)\n\n\s*Apache License/,
    );
  });
});

describe('the bill of materials', () => {
  const whole = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'chainbell@0.1.0', name: 'some-folder', version: '0.1.0' } },
    components: ['zod@4.6.7', 'zod@3.0.0', 'vitest@5.1.1', 'p-limit@7.3.3'].map((ref) => ({
      'bom-ref': ref,
      licenses: [],
      properties: [
        { name: 'cdx:npm:package:path', value: 'node_modules/…' },
        { name: 'cdx:npm:package:development', value: 'true' },
      ],
    })),
    dependencies: [
      { ref: 'chainbell@0.1.0', dependsOn: ['zod@4.6.7', 'vitest@5.1.1', 'p-limit@7.3.3'] },
      { ref: 'zod@4.6.7', dependsOn: [] },
      { ref: 'vitest@5.1.1', dependsOn: ['zod@4.6.7'] },
      { ref: 'p-limit@7.3.3', dependsOn: [] },
    ],
  };

  it('has the deployed packages in their versions, and none that only builds or tests', () => {
    const properties = [{ name: 'cdx:npm:package:path', value: 'node_modules/…' }];
    expect(deployedSbom(whole, [packageOf(), packageOf({ name: 'p-limit', version: '7.3.3' })])).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'chainbell@0.1.0', name: 'chainbell', version: '0.1.0' } },
      components: [
        { 'bom-ref': 'zod@4.6.7', licenses: [], properties },
        { 'bom-ref': 'p-limit@7.3.3', licenses: [], properties },
      ],
      dependencies: [
        { ref: 'chainbell@0.1.0', dependsOn: ['zod@4.6.7', 'p-limit@7.3.3'] },
        { ref: 'zod@4.6.7', dependsOn: [] },
        { ref: 'p-limit@7.3.3', dependsOn: [] },
      ],
    });
  });

  it('is refused if npm does not know a package that is in a bundle', () => {
    expect(() => deployedSbom(whole, [packageOf({ version: '9.9.9' })])).toThrow('zod@9.9.9');
  });
});
