import { defineConfig } from 'prisma/config';

// For the ordinary `prisma` command line. The product itself migrates through scripts/migrate.ts.
const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL;

export default defineConfig({
  schema: 'prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
});
