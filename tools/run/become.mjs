import { build, installMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/** Installs and builds what is missing, then becomes a program of an application of examples/. */
export async function become(example, main = 'main.js') {
  requireNode();
  void stopWithNpm();
  await installMissing();
  await build(`examples/${example}`);
  // In this process and not in a child of it, so that every signal reaches the application itself.
  await import(`../../examples/${example}/dist/${main}`);
}
