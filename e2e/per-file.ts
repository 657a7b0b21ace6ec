// Fixtures shared by a file's tests, created by the first. Files share a product, never people.
import { basename } from 'node:path';

import type { TestInfo } from '@playwright/test';

import type { Product } from './product.ts';

/** A fixture created once per file; `mark` keeps its people's addresses unique. */
export function perFile<T>(make: (product: Product, mark: string) => Promise<T>) {
  const made = new Map<string, Promise<T>>();
  return async (
    { product }: { product: Product },
    use: (value: T) => Promise<void>,
    { file }: TestInfo,
  ): Promise<void> => {
    const value = made.get(file) ?? make(product, basename(file, '.e2e.ts'));
    made.set(file, value);
    await use(await value);
  };
}
