// `npm run -s verify-file -- people.csv`: installs and builds what is missing, then verifies a file without a server.
import { build, installMissing, requireNode } from './prepare.mjs';

async function verifyFile() {
  requireNode();
  await installMissing();
  await build('examples/library');
  // npm runs a script in the root folder; the file is named as seen from where npm was called.
  if (process.env.npm_lifecycle_event === 'verify-file') process.chdir(process.env.INIT_CWD);
  await import('../../examples/library/dist/main.js');
}

verifyFile();
