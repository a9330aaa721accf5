import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { oneAtATime } from '@dialproof/http/adapter';
import { StartRefusal } from '../settings/setting-variable.js';

/**
 * The end of every content security policy of this server. `default-src` covers only the first of them, which is still named, since
 * scanners look for it.
 */
export const POLICY_END = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Without a package: six lines are enough for an API of JSON and CSV, and a package for web pages would set twice as many, most of them
// without an effect here.
/** On every reply, the refusals included that are written to a socket before there is a request. */
export const SECURITY_HEADERS = [
  ['cache-control', 'no-store'],
  ['content-security-policy', `default-src 'none'; ${POLICY_END}`],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
] as const;

export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

interface HttpServerOptions {
  /** Milliseconds without a byte in either direction after which a transfer is broken off. */
  readonly idleTimeoutMs: number;
}

/**
 * A node:http server that slow clients cannot hold up: headers have 10 seconds, a request as a whole 15 minutes (100 MB at 1 Mbit/s), and
 * one that stands still `idleTimeoutMs`. Requests of one connection are served one at a time. Malformed requests are also refused in JSON.
 */
export function createHttpServer(app: RequestListener, { idleTimeoutMs }: HttpServerOptions): Server {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 900_000,
    // Longer than the 60 seconds of common load balancers, which otherwise reuse connections that are just being closed.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(5_000, idleTimeoutMs),
    // Node's own refusal has no body.
    requireHostHeader: false,
  });
  server.setTimeout(idleTimeoutMs);
  server.on('request', (request, response) => {
    // The limit stands here, beside the contract's own: other routes read files and the database as well.
    const serve = () => {
      response.on('timeout', (socket: Socket) => breakOff(socket, request.complete, response));
      if (hasTwoHosts(request)) refuseHosts(response);
      else app(request, response);
    };
    oneAtATime(response, serve);
  });
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('clientError', refuseUnreadable);
  return server;
}

/** Whether a request names several hosts. A proxy may have used another one than the server (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseHosts(response: ServerResponse): void {
  setSecurityHeaders(response);
  response.setHeader('connection', 'close');
  sendJson(response, 400, { detail: 'malformed_request', hint: 'the request has several Host headers' });
}

/** If the request has arrived and nothing is left to be sent, the server is slow and not the client. */
function breakOff(socket: Socket, hasArrived: boolean, response: ServerResponse): void {
  const isOurs = hasArrived && response.writableLength === 0 && socket.writableLength === 0;
  if (!isOurs) socket.destroy();
}

const REFUSALS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const HEADER_LINES = SECURITY_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // During a reply, a second one would be taken for a part of the first.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request';
  const detail = status.startsWith('431') ? 'request_too_large' : 'malformed_request';
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\n${HEADER_LINES}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The names of the settings in the sentences of a refusal. */
interface ListenNames {
  readonly host: string;
  readonly port: string;
}

const SERVER_NAMES: ListenNames = { host: 'DIALPROOF_HOST', port: 'PORT' };

/** Resolves to the port that is listened on. Rejects with StartRefusal if the port is not available. */
export function listen(server: Server, port: number, host: string, names = SERVER_NAMES): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, port, host, names)));
    server.listen(port, host, () => {
      // A server that listens on TCP has an address of this form.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function listenRefusal(error: NodeJS.ErrnoException, port: number, host: string, names: ListenNames): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefusal(
        `Port ${port} is taken by another program. Choose another one: ${names.port}=${port + 1}`,
      );
    case 'EACCES':
      return new StartRefusal(
        `Port ${port} may not be used by this user. Choose one above 1023: ${names.port}=3000`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefusal(`${names.host} is "${host}", which is not an address of this machine.`);
    default:
      return error;
  }
}

/**
 * Accepts no more connections and closes those that are open: to be called when no request is under way. node:http does not count
 * connections without any request as idle, and would wait for them without a limit.
 */
export function closeHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
