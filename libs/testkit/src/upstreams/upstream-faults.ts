import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { type BodyChange, changedBody } from './body-changes.js';

/** A request as it arrived. */
export interface UpstreamRequest {
  readonly method: string;
  /** The path, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A reply as the vendor documents it: a text body is sent unchanged, any other as JSON. */
export interface UpstreamReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A vendor's API. */
export type UpstreamAnswers = (request: UpstreamRequest) => UpstreamReply;

export function headersOf({ body, headers }: UpstreamReply): Record<string, string> {
  return { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers };
}

export function bodyOf({ body }: UpstreamReply): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/**
 * What goes wrong with one request:
 * - `reply`: another reply, such as one of the vendor's documented refusals;
 * - `redirect`: elsewhere, with the status that asks for the same method again;
 * - `stalled`: nothing ever comes; `stalled_body`: it begins and never goes on; `slow`: the right reply, in small pieces;
 * - `truncated`: the connection ends within the body; `closed`: before the reply;
 * - `huge`: a body of 100 MB, announced by its length or not, with this status; `bomb`: one of 256 MB in some 256 kB of gzip;
 * - `gzip`: the right reply, compressed;
 * - `empty`, `not_json`: a success that says nothing;
 * - `body`: a success whose body was changed.
 */
export type UpstreamFault =
  | { readonly kind: 'reply'; readonly reply: UpstreamReply }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'huge'; readonly isAnnounced: boolean; readonly status: number }
  | { readonly kind: 'body'; readonly change: BodyChange }
  | {
      readonly kind:
        | 'stalled'
        | 'stalled_body'
        | 'slow'
        | 'truncated'
        | 'closed'
        | 'bomb'
        | 'gzip'
        | 'empty'
        | 'not_json';
    };

const HUGE_BYTES = 100 * 1_048_576;
const BOMB_BYTES = 256 * 1_048_576;
const PIECE = Buffer.alloc(65_536, ' ');
const SLOW_PIECES = 10;

/** Sends `right`, the reply that would have come, with this fault. */
export async function answerWithFault(
  response: ServerResponse,
  right: UpstreamReply,
  fault: UpstreamFault,
): Promise<void> {
  const body = bodyOf(right);
  switch (fault.kind) {
    case 'reply':
      response.writeHead(fault.reply.status, headersOf(fault.reply)).end(bodyOf(fault.reply));
      return;
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end();
      return;
    case 'stalled':
      return;
    case 'closed':
      response.destroy();
      return;
    case 'stalled_body':
      response.writeHead(right.status, headersOf(right)).write(body.slice(0, body.length / 2));
      return;
    case 'slow':
      return sendSlowly(response.writeHead(right.status, headersOf(right)), body);
    case 'truncated':
      response.writeHead(right.status, { ...headersOf(right), 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    case 'huge': {
      const length = fault.isAnnounced ? { 'content-length': String(HUGE_BYTES) } : {};
      response.writeHead(fault.status, { 'content-type': 'application/json', ...length });
      return pipeline(spaces(HUGE_BYTES), response);
    }
    case 'bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      return pipeline(spaces(BOMB_BYTES), createGzip({ level: 9 }), response);
    case 'gzip':
      response.writeHead(right.status, { ...headersOf(right), 'content-encoding': 'gzip' });
      response.end(gzipSync(body));
      return;
    case 'empty':
      response.writeHead(200).end();
      return;
    case 'not_json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>');
      return;
    case 'body':
      response.writeHead(right.status, headersOf(right)).end(changedBody(right, fault.change));
      return;
    default:
      fault satisfies never;
  }
}

async function sendSlowly(response: ServerResponse, body: string): Promise<void> {
  const step = Math.max(1, Math.ceil(body.length / SLOW_PIECES));
  for (let start = 0; start < body.length; start += step) {
    response.write(body.slice(start, start + step));
    await delay(2);
  }
  response.end();
}

function* spaces(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE;
}
