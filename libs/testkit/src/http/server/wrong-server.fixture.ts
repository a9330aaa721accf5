import type { RequestListener } from 'node:http';
import type { AccountId, TaskRequest, VerificationService } from '@dialproof/core';
import { createHttpContract, type HttpContract } from '@dialproof/http';
import { answerNodeRequest, type HttpReply, type HttpRequest } from '@dialproof/http/adapter';
import { withFault } from '../../runner/suite-proof.fixture.js';
import { listenLocally, type MemoryParts, startMemoryServer } from './memory-server.js';
import type { MountedServer } from './mounted-server.js';

export type CreateServer = () => Promise<MountedServer>;

/** A server over these parts, mounted by a listener of node:http as an adapter is. */
export function serverWith(
  listenerOf: (parts: MemoryParts) => RequestListener = (parts) => listener(createHttpContract(parts)),
): CreateServer {
  return () => startMemoryServer((parts) => listenLocally(listenerOf(parts)));
}

function listener(contract: HttpContract): RequestListener {
  return (request, response) => {
    if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
  };
}

/** A server that sends what `change` makes of the right reply. `change` may use the server's parts to learn more about the request. */
export function replying(
  change: (reply: HttpReply, request: HttpRequest, parts: MemoryParts) => HttpReply | Promise<HttpReply>,
): CreateServer {
  return serverWith((parts) => {
    const contract = createHttpContract(parts);
    // A fault could not change the bytes of a compressed reply.
    const handle: HttpContract['handle'] = (request) =>
      contract
        .handle(withoutHeaders('accept-encoding')(request))
        ?.then((reply) => change(reply, request, parts));
    return listener({ ...contract, handle });
  });
}

/** A server that answers what `change` makes of each request. */
export function receiving(change: (request: HttpRequest) => HttpRequest): CreateServer {
  return serverWith((parts) => {
    const contract = createHttpContract(parts);
    return listener({ ...contract, handle: (request) => contract.handle(change(request)) });
  });
}

/** Requests as a server sees them that does not look at these headers. */
export const withoutHeaders =
  (...names: readonly string[]) =>
  (request: HttpRequest): HttpRequest =>
    withFault(request, { header: (name) => (names.includes(name) ? undefined : request.header(name)) });

/** A server over parts with a fault. */
export function over(change: (parts: MemoryParts) => Partial<MemoryParts>): CreateServer {
  return serverWith((parts) => listener(createHttpContract({ ...parts, ...change(parts) })));
}

/** A server over a service with a fault. */
export function serving(
  change: (service: VerificationService) => Partial<VerificationService>,
): CreateServer {
  return over(({ service }) => ({ service: withFault(service, change(service)) }));
}

/** A server that finds every task for every caller. */
export function heedlessOfOwners(
  fault: (
    service: VerificationService,
    owned: <Asked extends TaskRequest>(asked: Asked) => Asked,
  ) => Partial<VerificationService>,
): CreateServer {
  return serving((service) => {
    const owners = new Map<string, AccountId>();
    return {
      async submit(request) {
        const task = await service.submit(request);
        owners.set(task.taskId, request.accountId);
        return task;
      },
      ...fault(service, (asked) => ({ ...asked, accountId: owners.get(asked.taskId) ?? asked.accountId })),
    };
  });
}

/** The reply with a header changed, or left out. */
export function withHeader(reply: HttpReply, name: string, value?: string): HttpReply {
  const { [name]: _, ...headers } = reply.headers;
  return { ...reply, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

/** The reply with another JSON body, made of its own. */
export function withJson(reply: HttpReply, change: (body: Record<string, unknown>) => object): HttpReply {
  const isJson = reply.headers['content-type']?.startsWith('application/json') === true;
  if (!isJson || typeof reply.body !== 'string' || reply.body === '') return reply;
  const body = JSON.stringify(change(JSON.parse(reply.body)));
  return withHeader({ ...reply, body }, 'content-length', String(Buffer.byteLength(body)));
}
