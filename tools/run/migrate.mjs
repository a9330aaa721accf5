// `npm run -s migrate`: installs and builds what is missing, then brings the tables of the example server in PostgreSQL up to date.
import { build, installMissing, requireNode } from './prepare.mjs';

async function migrate() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/migrate/migrate-main.js');
}

migrate();
