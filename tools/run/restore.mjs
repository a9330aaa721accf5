// `npm run -s restore -- FILE`: installs and builds what is missing, then puts a backup in its place.
import { build, installMissing, requireNode } from './prepare.mjs';

async function restore() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/backup/restore-main.js');
}

restore();
