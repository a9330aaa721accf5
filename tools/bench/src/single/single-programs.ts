/** What single checks are compared with, by the program's argument. Prints `port N` when it listens. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxChecker } from '@dialproof/checkers';
import {
  accountId,
  createVerificationService,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import express from 'express';

const PROGRAMS: Readonly<Record<string, () => Promise<Server>>> = { node, express: bareExpress, router };
const server = await PROGRAMS[process.argv[2] ?? '']?.();
server?.listen(0, '127.0.0.1', () => {
  // A TCP server's address is an object.
  console.log(`port ${(server.address() as AddressInfo).port}`);
});

function answer(phone: unknown) {
  return { phone, status: 'inactive', checked_at: new Date().toISOString() };
}

/** The smallest JSON route of node:http alone. */
async function node(): Promise<Server> {
  return createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const body = JSON.stringify(answer(JSON.parse(text).phone));
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    });
  });
}

/** The smallest Express 5 JSON route: the cost of a request without Dialproof. */
async function bareExpress(): Promise<Server> {
  const app = express();
  app.disable('x-powered-by');
  app.post('/v1/verify', express.json(), (request, response) => {
    response.json(answer(request.body.phone));
  });
  return createServer(app);
}

/** The router over ports in memory: the kit's own share of a request, without a database. */
async function router(): Promise<Server> {
  const account = accountId('trial');
  const ledger = new MemoryCreditLedger();
  await ledger.grant(account, 1_000_000_000);
  const parts = { store: new MemoryTaskStore(), ledger, checker: new SandboxChecker(), queue: null };
  const service = createVerificationService(parts);
  const authenticator = new MemoryAuthenticator([['trial', { accountId: account, suspended: false }]]);
  const app = express();
  app.disable('x-powered-by');
  app.use(verificationRouter({ service, authenticator }));
  return createServer(app);
}
