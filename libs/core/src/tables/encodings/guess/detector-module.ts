import { createRequire } from 'node:module';

/** The file of jschardet. This module is imported only when a thread starts, since jest cannot load `import.meta`. */
export const detectorModule = createRequire(import.meta.url).resolve('jschardet');
