import type { Readable } from 'node:stream';
import type { HttpContract } from '../contract/contract.js';
import type { DiscardLimits } from '../contract/contract-options.js';
import { discardRest } from '../contract/discard-rest.js';
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

/** A reply as a `Response`, whatever is still to come of the request. */
export function fetchResponse(
  { status, headers, body, stalled }: HttpReply,
  request: FetchRequest,
  discard: DiscardLimits,
): Response {
  if (typeof body !== 'string') {
    return new Response(streamOf(body, { onCancel: () => request.leave(), stalled }), { status, headers });
  }
  // An empty text is none at all to the standard, which allows no other body with 204.
  if (body === '') return new Response(null, { status, headers });
  const rest = request.unreadBody;
  if (rest === undefined) return new Response(body, { status, headers });
  const whole = streamOf(textThenRest(body, rest, discard));
  if (hasShortBody(request)) return new Response(whole, { status, headers });
  // As over node:http: the client may be closed while it still sends, and must not begin another request.
  return new Response(whole, { status, headers: { ...headers, connection: 'close' } });
}

function hasShortBody(request: FetchRequest): boolean {
  return (
    request.header('transfer-encoding') === undefined &&
    Number(request.header('content-length') ?? 0) <= SHORT_BODY_BYTES
  );
}

/** The whole reply at once, and its end only when the rest of the request has come: the runtime may close the connection then. */
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
  /** Is called when whoever takes the stream leaves it before its end. */
  readonly onCancel?: () => void;
  /** Breaks the stream off. */
  readonly stalled?: AbortSignal | undefined;
}

/** Reads nothing ahead of whoever takes the stream. */
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
          // Runtimes may show the message of a stream's error to the client: this one has no more than a code.
          controller.error(asDialproofError(error));
        }
      },
      async cancel() {
        // First, since an iterator that waits for something returns only when it has stopped waiting.
        onCancel?.();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
