import type { RequestListener } from 'node:http';
import type { AccountId, TaskId, TaskRequest, VerificationService } from '@dialproof/core';
import {
  answerNodeRequest,
  createHttpContract,
  type HttpContract,
  type HttpReply,
  type HttpRequest,
} from '@dialproof/http';
import { withFault } from '../../runner/broken.fixture.js';
import { listenLocally, type MemoryParts, startMemoryServer } from './memory-server.js';
import type { MountedServer } from './mounted-server.js';

/** A server with one fault, and the case about it. */
export interface BrokenServer {
  /** The fault, as the continuation of "one that". */
  readonly fault: string;
  /** The `describe` in which the case is. */
  readonly subject: string;
  readonly caughtBy: string;
  readonly create: () => Promise<MountedServer>;
}

/** A listener of node:http over a contract, as an adapter is. */
export function listenerOf(contract: HttpContract): RequestListener {
  return (request, response) => {
    if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
  };
}

export function startRightServer(): Promise<MountedServer> {
  return startMemoryServer((parts) => listenLocally(listenerOf(createHttpContract(parts))));
}

/** A server whose replies come out as `change` says; the parts help to find out more of a request. */
export function replying(
  change: (reply: HttpReply, request: HttpRequest, parts: MemoryParts) => HttpReply | Promise<HttpReply>,
): () => Promise<MountedServer> {
  return () =>
    startMemoryServer((parts) => {
      const contract = createHttpContract(parts);
      const handle: HttpContract['handle'] = (request) =>
        contract.handle(uncompressed(request))?.then((reply) => change(reply, request, parts));
      return listenLocally(listenerOf({ ...contract, handle }));
    });
}

/** A server that gets some of its requests changed: `change` returns the different members. */
export function receiving(
  change: (request: HttpRequest) => Partial<HttpRequest>,
): () => Promise<MountedServer> {
  return () =>
    startMemoryServer((parts) => {
      const contract = createHttpContract(parts);
      const handle: HttpContract['handle'] = (request) => contract.handle(changed(request, change(request)));
      return listenLocally(listenerOf({ ...contract, handle }));
    });
}

/** The request of a client that takes no compressed reply, whose bytes a fault could not change. */
function uncompressed(request: HttpRequest): HttpRequest {
  return changed(request, {
    header: (name) => (name === 'accept-encoding' ? undefined : request.header(name)),
  });
}

function changed(request: HttpRequest, members: Partial<HttpRequest>): HttpRequest {
  // Its getters and methods read private members, so that they have to be called on itself.
  return new Proxy(request, {
    get(own, name) {
      const member: unknown = Reflect.get(Object.hasOwn(members, name) ? members : own, name);
      return typeof member === 'function' ? member.bind(own) : member;
    },
  });
}

/** A server over parts with a fault. */
export function over(change: (parts: MemoryParts) => Partial<MemoryParts>): () => Promise<MountedServer> {
  return () =>
    startMemoryServer((parts) =>
      listenLocally(listenerOf(createHttpContract({ ...parts, ...change(parts) }))),
    );
}

/** A server that finds every task for every caller. */
export function heedlessOfOwners(
  fault: (
    service: VerificationService,
    owner: (asked: TaskRequest) => AccountId,
  ) => Partial<VerificationService>,
): () => Promise<MountedServer> {
  return over(({ service }) => {
    const owners = new Map<TaskId, AccountId>();
    const owner = ({ taskId, accountId }: TaskRequest) => owners.get(taskId) ?? accountId;
    return {
      service: withFault(service, {
        async submit(request) {
          const task = await service.submit(request);
          owners.set(task.taskId, request.accountId);
          return task;
        },
        ...fault(service, owner),
      }),
    };
  });
}

/** A server whose listener sees a request before the contract. If it returns true, it has answered. */
export function inFront(
  answers: (...event: Parameters<RequestListener>) => boolean,
): () => Promise<MountedServer> {
  return () =>
    startMemoryServer((parts) => {
      const listener = listenerOf(createHttpContract(parts));
      return listenLocally((request, response) => {
        if (!answers(request, response)) listener(request, response);
      });
    });
}

/** The reply with another body and its length. */
export function withBody(reply: HttpReply, body: string): HttpReply {
  return { ...reply, body, headers: { ...reply.headers, 'content-length': String(Buffer.byteLength(body)) } };
}

/** The reply with a header changed, or left out. */
export function withHeader(reply: HttpReply, name: string, value?: string): HttpReply {
  const { [name]: _, ...headers } = reply.headers;
  return { ...reply, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

/** The reply with another JSON body, made of its own. */
export function withJson(reply: HttpReply, change: (body: Record<string, unknown>) => object): HttpReply {
  return typeof reply.body === 'string' && reply.body !== ''
    ? withBody(reply, JSON.stringify(change(JSON.parse(reply.body))))
    : reply;
}

/** The reply with another text streamed, made of its own. */
export function withText(reply: HttpReply, change: (text: string) => string): HttpReply {
  const { body } = reply;
  if (typeof body === 'string') return reply;
  return { ...reply, body: changedText(body, change) };
}

async function* changedText(pieces: AsyncIterable<Uint8Array>, change: (text: string) => string) {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  yield Buffer.from(change(Buffer.concat(read).toString('utf8')));
}
