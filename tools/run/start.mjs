// `npm start`: installs and builds what is missing, then becomes the example server.
import { build, installMissing, requireNode } from './prepare.mjs';

/**
 * npm hands a SIGTERM to the shell it runs this in, and not every shell hands it on: it just ends, and this process would go on
 * without anyone knowing. So the end of the shell counts as the signal.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

async function start() {
  requireNode();
  stopWithNpm();
  await installMissing();
  await build('examples/standalone-server');
  // In this process and not in a child of it, so that every signal reaches the server itself.
  await import('../../examples/standalone-server/dist/main.js');
}

start();
