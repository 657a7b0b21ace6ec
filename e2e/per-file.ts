// Values that the tests of one file share, made by the first of them. Files share a product, never people.
import { basename } from 'node:path';

import type { TestInfo } from '@playwright/test';

import type { Product } from './product.ts';

/** A fixture that makes its value once for each file; `mark` keeps the addresses of its people apart. */
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
