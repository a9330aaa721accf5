// `npm run -s account -- <command>`: installs and builds what is missing, then manages accounts of the example server.
import { build, installMissing, requireNode } from './prepare.mjs';

async function account() {
  requireNode();
  await installMissing();
  await build('examples/standalone-server');
  await import('../../examples/standalone-server/dist/accounts/account-main.js');
}

account();
