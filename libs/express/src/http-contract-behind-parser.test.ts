import { httpContract } from '@dialproof/testkit';
import express from 'express';
import { describe, it } from 'vitest';
import { startMemoryServer } from './memory-server.fixture.js';

describe("verificationRouter behind a host's JSON parser", () => {
  httpContract({ describe, it }, () => startMemoryServer(express.json({ limit: '64kb' })));
});
