// `npm run -s backup -- FILE`: installs and builds what is missing, then copies the database of the example server.
import { build, installMissing, requireNode } from './prepare.mjs';

async function backup() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/backup/backup-main.js');
}

backup();
