import { httpContract } from '@dialproof/testkit';
import express from 'express';
import { describe, it } from 'vitest';
import { startExpressServer } from './express-server.fixture.js';

describe("verificationRouter behind a host's JSON parser, without registration", () => {
  const before = [express.json({ limit: '64kb' })];
  httpContract({ describe, it }, () => startExpressServer({ before, hasRegistration: false }));
});
