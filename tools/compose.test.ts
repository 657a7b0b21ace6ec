// deploy/compose.yaml without a profile is the product and its database; no engine runs here, so its text is read.
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const text = readFileSync(new URL('../deploy/compose.yaml', import.meta.url), 'utf8');

/** The lines of a block under a heading that stands `indent` spaces in, by the name of each. */
function blocksAt(indent: number, lines: readonly string[]): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  let block: string[] = [];
  for (const line of lines) {
    const heading = /^( *)([\w-]+):/.exec(line);
    if (heading?.[1]?.length === indent) blocks.set(heading[2] ?? '', (block = []));
    else block.push(line);
  }
  return blocks;
}

const top = blocksAt(0, text.split('\n'));
const services = blocksAt(2, top.get('services') ?? []);
const scaled = [...services].flatMap(([name, lines]) =>
  lines.some((line) => line.trim() === 'profiles: [scale]') ? [name] : [],
);

it('starts the product and PostgreSQL, and the rest only with the profile "scale"', () => {
  const always = [...services.keys()].filter((name) => !scaled.includes(name));
  expect(always).toEqual(['app', 'postgres']);
  expect(scaled).toEqual(['app-2', 'nginx', 'valkey']);
});

it('waits for Valkey only if the profile starts it', () => {
  const settings =
    blocksAt(2, top.get('x-app') ?? [])
      .get('depends_on')
      ?.join('\n') ?? '';
  expect(settings).toMatch(/postgres: \{ condition: service_healthy \}/);
  expect(settings).toMatch(/valkey: \{ condition: service_healthy, required: false \}/);
  // Empty without the profile, which is no Redis to the product.
  expect(text).toContain('REDIS_URL: ${COMPOSE_PROFILES:+redis://valkey}');
});
