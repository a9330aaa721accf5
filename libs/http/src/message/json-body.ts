import { DialproofError } from '@dialproof/core';
import { assertIdentityEncoding, mediaType, wrongMediaType } from './body-headers.js';
import { hostBody, wasReadByHost } from './host-body.js';
import type { HttpRequest } from './http-message.js';

/**
 * The request's body as a JSON object. Codes: `unsupported_media_type`, `request_too_large`, `malformed_request`,
 * `upload_interrupted` (the client went away; nobody sees it).
 */
export async function readJsonObject(request: HttpRequest, maxBytes: number): Promise<object> {
  assertJson(request);
  assertLength(request, maxBytes);
  const value = wasReadByHost(request)
    ? fromHost(request, maxBytes)
    : parse((await collect(request, maxBytes)).toString());
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new DialproofError('malformed_request', { hint: 'the body must be a JSON object' });
}

function assertJson(request: HttpRequest): void {
  const type = mediaType(request);
  if (type !== 'application/json' && !(type.startsWith('application/') && type.endsWith('+json'))) {
    throw wrongMediaType(request, 'the body must come as application/json');
  }
  assertIdentityEncoding(request);
}

function assertLength(request: HttpRequest, maxBytes: number): void {
  const bytes = Number(request.header('content-length'));
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  // Parsers of hosts make an empty object of nothing.
  if (bytes === 0) throw new DialproofError('malformed_request', { hint: 'the body is empty' });
}

function fromHost(request: HttpRequest, maxBytes: number): unknown {
  const body = hostBody(request);
  if (body === undefined) throw nothingLeft();
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    assertWrittenLength(request, body, maxBytes);
    return body;
  }
  if (Buffer.byteLength(body) > maxBytes) throw tooLarge(maxBytes);
  return parse(body.toString());
}

/** Of a body that did not say how long it is, a parser of the host has left no more than this to measure it by. */
function assertWrittenLength(request: HttpRequest, parsed: unknown, maxBytes: number): void {
  if (request.header('content-length') !== undefined) return;
  if (Buffer.byteLength(JSON.stringify(parsed) ?? '') > maxBytes) throw tooLarge(maxBytes);
}

// Listeners instead of an async iterator: this is the path of every single verification, and it halves its cost.
function collect({ body }: HttpRequest, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (piece: Buffer | string) => {
      // Text where the host has set an encoding on the request.
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) stop(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = () =>
      stop(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onBroken = () => stop(() => reject(new DialproofError('upload_interrupted')));
    const stop = (settle: () => void) => {
      body.pause().off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      settle();
    };
    body.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    if (body.destroyed) onBroken();
  });
}

function parse(text: string): unknown {
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw new DialproofError('malformed_request', { hint: 'the body is not valid JSON' });
  }
}

function nothingLeft(): DialproofError {
  return new DialproofError('internal_error', {
    hint:
      'something in front of Dialproof has read the body and has left nothing that Dialproof can read: ' +
      'mount Dialproof before it, or have it leave the parsed body on the request',
  });
}

function tooLarge(maxBytes: number): DialproofError {
  return new DialproofError('request_too_large', { hint: `the body may have at most ${maxBytes} bytes` });
}
