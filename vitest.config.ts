import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './tools/tests/setup/bundled-threads.js';
import { SlowFirst } from './tools/tests/setup/slow-first.js';

// Tests run against the sources, so that a stack trace names a source line. `npm test` builds before them what is started as a program of its own.
const libs = readdirSync(new URL('./libs/', import.meta.url));
const sources = [
  ...libs.map((lib) => ({
    find: new RegExp(`^@dialproof/${lib}$`),
    replacement: new URL(`./libs/${lib}/src/index.ts`, import.meta.url).pathname,
  })),
  // An entry point of a package is the folder of this name.
  ...libs.map((lib) => ({
    find: new RegExp(`^@dialproof/${lib}/([a-z-]+(?:/[a-z-]+)?)$`),
    replacement: new URL(`./libs/${lib}/src/$1/index.ts`, import.meta.url).pathname,
  })),
  {
    find: '@dialproof/generate',
    replacement: new URL('./tools/generate/src/index.ts', import.meta.url).pathname,
  },
];

// Found by its own folder, Nest 11 finds the rest of itself there; rxjs and reflect-metadata are the same for both.
const nest11 = {
  find: /^@nestjs\/(.*)$/,
  replacement: new URL('./tools/tests/nest-11/node_modules/@nestjs/$1', import.meta.url).pathname,
};

const BUILT_PAGE = new URL('./tools/tests/setup/built-page.ts', import.meta.url).pathname;

const LONG = 'tools/*/src/**/*.long.test.ts';

export default defineConfig({
  plugins: [bundledThreads()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          globalSetup: BUILT_PAGE,
          env: { NEST_MAJOR: '12' },
          include: [
            'libs/*/{src,page}/**/*.test.ts',
            'examples/*/src/**/*.test.ts',
            'tools/*/src/**/*.test.ts',
            'tools/checks/*.test.ts',
            'tools/{run,tests/setup}/*.test.ts',
          ],
          // They pack and install packages and make releases, which takes minutes: `npm run check:packages` runs them.
          exclude: ['tools/packages/src/before-release/*.test.ts', LONG],
        },
        resolve: { alias: sources },
      },
      {
        extends: true,
        // Half of a long run in a few files: `npm test` runs them when it is given arguments, and `.ci/run` always.
        test: { name: 'long', include: [LONG] },
        resolve: { alias: sources },
      },
      {
        extends: true,
        test: {
          name: 'nest 11',
          env: { NEST_MAJOR: '11' },
          // What callers see of the mount. The rest of the package uses of Nest what both have.
          include: ['libs/nestjs/src/hosts/{*-contract,nest-version}.test.ts'],
        },
        resolve: { alias: [...sources, nest11] },
      },
    ],
    // No module keeps state that the next test could see, so that the files of a worker share them: 21 files of core took 12.5 s of
    // processor time instead of 20.6.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Tests wait for events. These times only end a test that hangs: a disk that others use may hold up a commit for half a minute.
    testTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    hookTimeout: 120_000,
    setupFiles: ['property-seed', 'real-clock'].map(
      (file) => new URL(`./tools/tests/setup/${file}.ts`, import.meta.url).pathname,
    ),
    // Five more than vitest's own choice: most tests wait for sockets, children and PostgreSQL. On two cores, six workers take 4.6 minutes for
    // 6.7 of processor time, and the checks have room beside them.
    maxWorkers: availableParallelism() + 4,
  },
  // Nest reads the types of constructor parameters from the metadata that is emitted with decorators.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
});
