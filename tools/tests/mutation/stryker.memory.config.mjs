import { readFileSync } from 'node:fs';

/**
 * Mutates the ports in memory and runs the contract suites alone. A fault that they detect here, they also detect in a host's own
 * implementation.
 */
const engine = JSON.parse(readFileSync(new URL('stryker.config.json', import.meta.url), 'utf8'));

export default {
  ...engine,
  vitest: { ...engine.vitest, configFile: 'tools/tests/mutation/vitest.memory.config.ts' },
  mutate: [
    'libs/{core,testkit}/src/memory/**/*.ts',
    'libs/core/src/documents/*.ts',
    'libs/checkers/src/around/money/cached.ts',
    '!**/*.{test,fixture}.ts',
  ],
};
