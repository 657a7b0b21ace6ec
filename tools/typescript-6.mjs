// Lends dependency-cruiser and openapi-typescript the compiler API of TypeScript 6: version 7 has none for JavaScript.
// Loaded with --import for these tools alone; delete it when both work with TypeScript 7.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context),
});
