// `npm run express-embed`: installs and builds what is missing, then becomes the Express application of examples/express-embed.
import { build, installMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

async function expressEmbed() {
  requireNode();
  stopWithNpm();
  await installMissing();
  await build('examples/express-embed');
  // In this process and not in a child of it, so that every signal reaches the application itself.
  await import('../../examples/express-embed/dist/main.js');
}

expressEmbed();
