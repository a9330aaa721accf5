// `npm start` and its like: installs and builds what is missing, then becomes a program of examples/. Its arguments are the name of the
// example, and the program's own.
import { build, installMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

async function become(example) {
  requireNode();
  void stopWithNpm();
  await installMissing();
  await build(`examples/${example}`);
  // In this process and not in a child of it, so that every signal reaches the application itself.
  await import(`../../examples/${example}/dist/main.js`);
}

const [example] = process.argv.splice(2, 1);
become(example);
