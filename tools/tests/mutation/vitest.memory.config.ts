import { defineConfig } from 'vitest/config';
import engine from './vitest.config.js';

// The contract suites of the ports. Those of HTTP and of the client take long, and are about other code.
export default defineConfig({
  ...engine,
  test: { ...engine.test, include: ['libs/testkit/src/!(http)/*-contract.test.ts'] },
});
