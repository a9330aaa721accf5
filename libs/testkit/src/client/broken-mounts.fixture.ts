import { type BrokenServer, receiving, replying } from '../http/server/broken-server.fixture.js';

function withoutHeader(name: string) {
  return receiving((request) => ({
    header: (asked) => (asked === name ? undefined : request.header(asked)),
  }));
}

function withHeader(name: string, change: (value: string) => string) {
  return replying((reply) => {
    const value = reply.headers[name];
    return value === undefined ? reply : { ...reply, headers: { ...reply.headers, [name]: change(value) } };
  });
}

function withJson(change: (body: Record<string, unknown>) => object) {
  return replying((reply) => {
    const isJson = reply.headers['content-type']?.startsWith('application/json') === true;
    if (!isJson || typeof reply.body !== 'string' || reply.body === '') return reply;
    const body = JSON.stringify(change(JSON.parse(reply.body)));
    const length = String(Buffer.byteLength(body));
    return { ...reply, headers: { ...reply.headers, 'content-length': length }, body };
  });
}

/** Faults of networks and servers that users of the client would notice. */
export const BROKEN_MOUNTS: readonly BrokenServer[] = [
  {
    fault: 'loses the keys of requests',
    subject: 'a lost reply',
    caughtBy: 'of a number or a file is asked for again, and nothing is charged twice',
    create: withoutHeader('idempotency-key'),
  },
  {
    fault: 'loses the keys that callers give',
    subject: 'one number',
    caughtBy: 'is charged once for one key of the caller',
    create: withoutHeader('idempotency-key'),
  },
  {
    fault: 'ignores the token',
    subject: 'one number',
    caughtBy: 'is verified',
    create: withoutHeader('authorization'),
  },
  {
    fault: 'calls the codes of errors otherwise',
    subject: 'one number',
    caughtBy: 'that is none is refused, with the code, the status and the hint',
    create: withJson(({ detail, ...body }) => (detail === undefined ? body : { ...body, error: detail })),
  },
  {
    fault: 'keeps the hints to itself',
    subject: 'one number',
    caughtBy: 'that is none is refused, with the code, the status and the hint',
    create: withJson(({ hint: _, ...body }) => body),
  },
  {
    fault: 'announces rows that do not come',
    subject: 'a file',
    caughtBy: 'goes the whole way: submitted, followed, downloaded and checked',
    create: withHeader('dialproof-rows', (rows) => String(Number(rows) + 1)),
  },
  {
    fault: 'announces another digest',
    subject: 'a file',
    caughtBy: 'goes the whole way: submitted, followed, downloaded and checked',
    create: withHeader('repr-digest', () => `sha-256=:${'A'.repeat(43)}=:`),
  },
  {
    fault: 'announces the digest of another workbook',
    subject: 'a file',
    caughtBy: 'is downloaded as a workbook',
    create: withHeader('repr-digest', () => `sha-256=:${'A'.repeat(43)}=:`),
  },
  {
    fault: 'has downloads without a name',
    subject: 'a file',
    caughtBy: 'is downloaded as a workbook',
    create: withHeader('content-disposition', () => 'attachment'),
  },
  {
    fault: 'ignores the query of a result',
    subject: 'a file',
    caughtBy: 'goes the whole way: submitted, followed, downloaded and checked',
    create: receiving(({ path, query }) => ({ query: path.endsWith('/download') ? '' : query })),
  },
  {
    fault: 'lists tasks whatever their status',
    subject: 'a task',
    caughtBy: 'is listed, page by page',
    create: receiving(({ query }) => ({ query: query.replace(/status=\w+/, '') })),
  },
  {
    fault: 'ends lists with their first page',
    subject: 'a task',
    caughtBy: 'is listed, page by page',
    create: withJson((body) => ('next_cursor' in body ? { ...body, next_cursor: null } : body)),
  },
];
