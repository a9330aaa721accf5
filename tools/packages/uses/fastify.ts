import { verificationPlugin } from '@dialproof/fastify';
import fastify from 'fastify';
import { memoryParts } from './memory-parts.js';
import { verifyOverHttp } from './verify-over-http.js';

async function main(): Promise<void> {
  const { service, authenticator } = await memoryParts();
  const app = fastify();
  await app.register(verificationPlugin, { service, authenticator });
  await verifyOverHttp(await app.listen({ host: '127.0.0.1', port: 0 }));
  await app.close();
  console.log('fastify was used');
}

main();
