import { defineConfig } from 'vitest/config';

/** For `npm run check:packages`: the tests that pack and install packages or release a copy take minutes, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['src/before-release/*.test.ts'],
    // Installations and compilers: on a busy machine one takes minutes.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    globalSetup: 'src/before-release/packed.fixture.ts',
  },
});
