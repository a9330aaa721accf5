import { createRequire } from 'node:module';

/** The file of jschardet. A module of its own, imported when a thread is started, since jest cannot load `import.meta`. */
export const detectorModule = createRequire(import.meta.url).resolve('jschardet');
