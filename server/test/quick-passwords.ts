// Preloaded into the products under test: at production cost the passwords of a thousand people take a minute.
import { createRequire } from 'node:module';

import type * as Argon2 from '@node-rs/argon2';

import { quickHashing } from './quick-hashing.ts';

// The bundled server imports it later, from the same cache.
const argon2: { hash: typeof Argon2.hash } = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, options) => hash(password, { ...options, ...quickHashing });
