// Lends dependency-cruiser the compiler API of TypeScript 6: version 7 has none for JavaScript.
// Loaded with --import for that tool alone; delete it when dependency-cruiser reads TypeScript 7.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context),
});
