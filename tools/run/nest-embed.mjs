// `npm run nest-embed`: installs and builds what is missing, then becomes the NestJS application of examples/nest-embed.
import { build, installMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

async function nestEmbed() {
  requireNode();
  stopWithNpm();
  await installMissing();
  await build('examples/nest-embed');
  // In this process and not in a child of it, so that every signal reaches the application itself.
  await import('../../examples/nest-embed/dist/main.js');
}

nestEmbed();
