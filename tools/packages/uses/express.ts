import { verificationRouter } from '@dialproof/express';
import express from 'express';
import { memoryParts } from './memory-parts.js';
import { verifyWith } from './verify-over-http.js';

async function main(): Promise<void> {
  const { service, authenticator } = await memoryParts();
  const app = express();
  app.use(verificationRouter({ service, authenticator }));
  await verifyWith(app);
  console.log('express was used');
}

main();
