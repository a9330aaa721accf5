import type { Readable } from 'node:stream';
import type { HttpContract } from '../contract/contract.js';
import { type DiscardLimits, discardRest } from '../contract/discard-rest.js';
import { SHORT_BODY_BYTES } from '../message/body-headers.js';
import { asDialproofError } from '../message/error-reply.js';
import type { HttpReply } from '../message/http-message.js';
import type { RequestFacts } from '../message/mount-path.js';
import { FetchRequest } from './fetch-request.js';

/**
 * Answers a `Request` of the Fetch standard. Undefined, with nothing touched, when the path is not the contract's and the host has to
 * answer. The promise never rejects.
 */
export function answerFetchRequest(
  contract: HttpContract,
  request: Request,
  facts?: RequestFacts,
): Promise<Response> | undefined {
  const asked = new FetchRequest(request, facts);
  return contract.handle(asked)?.then((reply) => fetchResponse(reply, asked, contract.discard));
}

/** A reply as a `Response`, even if the request has not fully arrived. */
export function fetchResponse(
  { status, headers, body, stalled }: HttpReply,
  request: FetchRequest,
  discard: DiscardLimits,
): Response {
  if (typeof body !== 'string') {
    return new Response(streamOf(body, { onCancel: () => request.leave(), stalled }), { status, headers });
  }
  // With 204 the standard allows no body, not even an empty text.
  if (body === '') return new Response(null, { status, headers });
  const rest = request.unreadBody;
  if (rest === undefined) return new Response(body, { status, headers });
  const whole = streamOf(textThenRest(body, rest, discard));
  if (hasShortBody(request)) return new Response(whole, { status, headers });
  // As over node:http: the connection may be closed while the client still sends, so the client must not begin another request on it.
  return new Response(whole, { status, headers: { ...headers, connection: 'close' } });
}

function hasShortBody(request: FetchRequest): boolean {
  return (
    request.header('transfer-encoding') === undefined &&
    Number(request.header('content-length') ?? 0) <= SHORT_BODY_BYTES
  );
}

/**
 * Sends the whole text at once, but ends the reply only when the rest of the request has arrived. At the end of a reply, the runtime may
 * close the connection.
 */
async function* textThenRest(
  text: string,
  rest: Readable,
  limits: DiscardLimits,
): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
  await discardRest(rest, limits);
  rest.destroy();
}

interface StreamEnds {
  /** Called when the reader leaves the stream before its end. */
  readonly onCancel?: () => void;
  /** Breaks the stream off. */
  readonly stalled?: AbortSignal | undefined;
}

/** Reads only what the reader of the stream requests. */
function streamOf(
  content: AsyncIterable<Uint8Array>,
  { onCancel, stalled }: StreamEnds = {},
): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stalled?.addEventListener('abort', () => controller.error(asDialproofError(stalled.reason)));
      },
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Runtimes may show the message of a stream's error to the client, so it has only a code.
          controller.error(asDialproofError(error));
        }
      },
      async cancel() {
        // Called first: an iterator that waits returns only when its wait has ended.
        onCancel?.();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
