import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Product } from './product.ts';
import { newPerson, type Somebody } from './walk.ts';

const superuser = fileURLToPath(new URL('../server/dist/superuser.js', import.meta.url));

/** Created like an operator does, beside the running product. */
export async function newSuperuser(product: Product, email: string): Promise<Somebody> {
  const person = await newPerson(product, email, ['Root', 'Byron']);
  const env = { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '' };
  await promisify(execFile)(process.execPath, [superuser, email], { env });
  return person;
}
