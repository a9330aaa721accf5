// `npm start`: installs and builds what is missing, then becomes the example server.
import { build, installMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

async function start() {
  requireNode();
  stopWithNpm();
  await installMissing();
  await build('examples/standalone-server');
  // In this process and not in a child of it, so that every signal reaches the server itself.
  await import('../../examples/standalone-server/dist/main.js');
}

start();
