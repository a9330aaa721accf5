import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Tests run against the sources, so that nothing has to be built before them and a stack trace names a source line.
const libs = readdirSync(new URL('./libs/', import.meta.url));
const sources = libs.map((lib) => ({
  find: new RegExp(`^@dialproof/${lib}$`),
  replacement: new URL(`./libs/${lib}/src/index.ts`, import.meta.url).pathname,
}));

export default defineConfig({
  // Nest reads the types of constructor parameters from the metadata that is emitted with decorators.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    alias: [
      ...sources,
      {
        find: '@dialproof/generate',
        replacement: new URL('./tools/generate/src/index.ts', import.meta.url).pathname,
      },
    ],
  },
  test: {
    include: ['libs/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'tools/*/src/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
