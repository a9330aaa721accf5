import { httpContract, listenLocally, startMemoryServer } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { createNodeHandler } from './node-handler.js';

describe('createNodeHandler over the memory ports', () => {
  httpContract({ describe, it }, () => startMemoryServer((parts) => listenLocally(createNodeHandler(parts))));
});
