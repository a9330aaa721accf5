// `npm run -s import-evidence -- seen.csv`: installs and builds what is missing, then imports evidence for the example server.
import { build, installMissing, requireNode } from './prepare.mjs';

async function importEvidence() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/evidence/import-main.js');
}

importEvidence();
