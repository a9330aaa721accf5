import type { HttpReply, HttpRequest } from '../message/http-message.js';

/** The origins whose pages may call the contract from a browser. */
export interface CorsOptions {
  /** The origins, as `https://app.example.com`; `*` for every one. */
  readonly origins: readonly string[];
  /** Headers that scripts may read, beside those of the contract and those of the option `headers`. Default none. */
  readonly exposedHeaders?: readonly string[];
}

/** The answers of the contract to pages of other origins. */
export interface CrossOrigin {
  /** The reply to a preflight of an origin that may call; undefined for every other request. */
  preflight(request: HttpRequest, allow: string): HttpReply | undefined;
  /** The reply with the headers with which a browser shows it to the page. */
  allow(reply: HttpReply, request: HttpRequest): HttpReply;
}

/** The headers of replies that browsers hide from pages by default. */
const EXPOSED = [
  'content-disposition',
  'dialproof-rows',
  'etag',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
];

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
];

/** Seconds for which a browser may remember the answer to a preflight; browsers accept two hours at most. */
const PREFLIGHT_SECONDS = 7_200;

/** Answers by the Fetch standard. Tokens are in a header that a page sets itself, so credentials are not allowed. */
export function crossOrigin(
  { origins, exposedHeaders = [] }: CorsOptions,
  ownHeaders: readonly string[],
): CrossOrigin {
  const listed = new Set(origins);
  const isOpen = listed.has('*');
  const exposed = [...EXPOSED, ...ownHeaders, ...exposedHeaders].join(', ');
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && (isOpen || listed.has(origin));
  // Caches must not give a reply for one origin to another.
  const allowedOrigin = (origin: string) => ({
    'access-control-allow-origin': isOpen ? '*' : origin,
    ...(isOpen ? {} : { vary: 'origin' }),
  });
  const headersFor = (request: HttpRequest): HttpReply['headers'] => {
    const origin = request.header('origin');
    if (!isAllowed(origin)) return isOpen ? {} : { vary: 'origin' };
    return { ...allowedOrigin(origin), 'access-control-expose-headers': exposed };
  };
  return {
    preflight(request, allow) {
      const origin = request.header('origin');
      const isPreflight =
        request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
      if (!isPreflight || !isAllowed(origin)) return undefined;
      return {
        status: 204,
        headers: {
          'access-control-allow-methods': allow,
          'access-control-allow-headers': REQUEST_HEADERS.join(', '),
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        },
        body: '',
      };
    },
    allow(reply, request) {
      const added = headersFor(request);
      const vary = [reply.headers['vary'], added['vary']].filter((each) => each !== undefined).join(', ');
      return { ...reply, headers: { ...added, ...reply.headers, ...(vary === '' ? {} : { vary }) } };
    },
  };
}
