import { defineConfig } from 'drizzle-kit';

// Paths are seen from the root, where `npm run db:generate` runs.
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/**/*.table.ts',
  casing: 'snake_case',
  out: './server/migrations',
});
