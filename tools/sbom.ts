// Writes a CycloneDX bill of materials of the shipped packages, the same as in the licence check. `npm sbom --omit dev`
// would omit packages that a development dependency also needs, such as fastify.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ROOT } from './files.ts';
import { shippedPackages } from './licences.ts';
import { packages } from './packages.ts';

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
});

function packageAddress(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function licenceOf(id: string) {
  return { licenses: [{ license: { id } }] };
}

/** The lockfile's checksum. */
function hashesOf(path: string) {
  const [algorithm, base64] = packages[path]?.integrity?.split('-') ?? [];
  if (algorithm !== 'sha512' || base64 === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] };
}

export function billOfMaterials() {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { name, version, description, license } = Manifest.parse(JSON.parse(manifest));
  const own = packageAddress(name, version);
  // List a package installed in two folders only once.
  const components = new Map(
    shippedPackages().map((each) => {
      const purl = packageAddress(each.name, each.version);
      const facts = { type: 'library', name: each.name, version: each.version, purl };
      const found = { ...facts, ...hashesOf(each.path), ...licenceOf(each.licence) };
      return [purl, { 'bom-ref': purl, ...found }];
    }),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        description,
        purl: own,
        ...licenceOf(license),
      },
    },
    components: [...components.values()],
  };
}

if (import.meta.main) console.log(JSON.stringify(billOfMaterials(), null, 2));
