// `npm run -s dialproof -- file people.csv`: installs and builds what is missing, then runs the command line.
import { build, installMissing, requireNode } from './prepare.mjs';

async function dialproof() {
  requireNode();
  await installMissing();
  await build('libs/client');
  // npm runs a script in the root folder; files are named as seen from where npm was called.
  if (process.env.npm_lifecycle_event === 'dialproof') process.chdir(process.env.INIT_CWD);
  await import('../../libs/client/dist/cli/main.js');
}

dialproof();
