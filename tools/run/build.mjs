// Installs and builds what is missing, and does nothing else: what follows may run side by side.
import { build, installMissing, requireNode } from './prepare.mjs';

requireNode();
await installMissing();
await build();
