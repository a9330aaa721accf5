// `npm run -s move -- --from sqlite:FILE --to postgres://...`: installs and builds what is missing, then moves a database to PostgreSQL.
import { build, installMissing, requireNode } from './prepare.mjs';

async function move() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/move/move-main.js');
}

move();
