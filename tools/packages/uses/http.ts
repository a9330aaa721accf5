import { createHttpContract } from '@dialproof/http';
import { answerNodeRequest } from '@dialproof/http/adapter';
import { memoryParts } from './memory-parts.js';
import { verifyWith } from './verify-over-http.js';

async function main(): Promise<void> {
  const { service, authenticator } = await memoryParts();
  const contract = createHttpContract({ service, authenticator });
  await verifyWith((request, response) => {
    if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
  });
  console.log('http was used');
}

main();
