// `npm run -s evidence -- <command>`: installs and builds what is missing, then manages the evidence of the example server.
import { build, installMissing, requireNode } from './prepare.mjs';

async function evidence() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/evidence/evidence-main.js');
}

evidence();
