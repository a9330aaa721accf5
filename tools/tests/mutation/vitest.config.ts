import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// The tests that have to notice a fault in the engine, the ledger, the task store or the group commit, in one project.
const root = new URL('../../../', import.meta.url);
const alias = readdirSync(new URL('libs/', root)).map((lib) => ({
  find: new RegExp(`^@dialproof/${lib}$`),
  replacement: new URL(`libs/${lib}/src/index.ts`, root).pathname,
}));

export default defineConfig({
  root: root.pathname,
  test: {
    include: [
      'libs/core/src/{batch,checking,service,reports,queue}/**/*.test.ts',
      'libs/sql/src/**/*.test.ts',
    ],
    testTimeout: 30_000,
    // Each fault would import everything again for each file of tests.
    isolate: false,
  },
  resolve: { alias },
});
