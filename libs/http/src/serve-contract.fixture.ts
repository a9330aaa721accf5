import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerificationService } from '@dialproof/core';
import { getRequestListener } from '@hono/node-server';
import { createHttpContract } from './contract.js';
import type { HttpContractOptions } from './contract-options.js';
import { serviceWith, tokens } from './fake-service.fixture.js';
import { createFetchHandler, type FetchHandlerOptions } from './fetch-handler.js';
import { answerNodeRequest } from './node-reply.js';

export interface ServedContract {
  readonly baseUrl: string;
  readonly port: number;
  readonly server: Server;
  close(): Promise<void>;
}

/** The contract on a bare node:http server at a free port. Paths that are not the contract's are answered `404 the host's own`. */
export async function serveContract(
  methods: Partial<VerificationService>,
  options: Partial<HttpContractOptions> = {},
): Promise<ServedContract> {
  const contract = createHttpContract({ service: serviceWith(methods), authenticator: tokens, ...options });
  return serveListener((request, response) => {
    if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end("the host's own");
  });
}

/** The contract as a fetch handler on a node:http server at a free port. */
export function serveFetchHandler(
  methods: Partial<VerificationService>,
  options: Partial<FetchHandlerOptions> = {},
): Promise<ServedContract> {
  const handler = createFetchHandler({ service: serviceWith(methods), authenticator: tokens, ...options });
  return serveListener(getRequestListener(handler));
}

/** A listener on a node:http server at a free port. */
export async function serveListener(listener: RequestListener): Promise<ServedContract> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
