import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { formBody } from './raw-form.js';
import { damaged } from './request-damage.js';

/** Names that the inputs of a run may use. */
export interface KnownNames {
  readonly token: string;
  readonly taskId: string;
}

export interface RawInput {
  readonly bytes: Buffer;
  /** Whether it shares a connection with earlier and later inputs. */
  readonly keepAlive: boolean;
}

const METHODS = [
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'get',
  'QUERY',
];
const QUERIES = [
  ...[
    '',
    '',
    '',
    '?limit=2',
    '?limit=-1',
    '?limit=%',
    '?cursor=%00',
    '?status=done&status=dead',
    '?partial=true',
  ],
  ...[
    '?format=xlsx',
    '?format=',
    '?=&&=',
    '?__proto__=1',
    '?neutralize_formulas=yes',
    '?%ff%fe',
    '??',
    '?a[b]=c',
    '?file_name=a',
    '?file_name=%F0%9F&file_name=',
  ],
];
const ODD_PATHS = [
  ...[
    '/',
    '*',
    '//',
    '/v1',
    '/v1/',
    '/v1//verify',
    '/v1/../v1/verify',
    '/v1/%76erify',
    '/%',
    '/v1/verify/tasks/%2e%2e',
  ],
  ...[
    '/v1/verify/tasks/%00',
    'http://other.example/v1/verify',
    'localhost:80',
    '/v1/verify;a=b',
    '/hooks/whatsapp',
  ],
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/v1/docs',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(9_000)}`,
  ],
];
const JSON_BODIES = [
  ...[
    '{"phone":"+14155550100"}',
    '{"phone":"+14155550100"}',
    '{"phone":1}',
    '{"phone":null}',
    '{}',
    '[]',
    'null',
    '""',
  ],
  ...[
    '{"phone":"\\ud800"}',
    '{"phone":"\\u0000"}',
    '{"__proto__":{"phone":"+14155550100"}}',
    '{"phone":"+1',
    '\ufeff{}',
  ],
  ...[
    '{"url":"http://127.0.0.1/","events":["task.done"]}',
    '{"url":"https://[::1]/"}',
    '{"url":"file:///etc/passwd"}',
  ],
  ...[
    '{"url":"https://example.com/hook","events":[]}',
    '{"name":"till","scopes":["read"]}',
    '{"name":"","scopes":["root"],"expires_at":"yesterday"}',
    '{"name":"\\u0000","scopes":[],"expires_at":"+275760-09-13T00:00:00.001Z"}',
    '{"email":"a@example.com"}',
    '{"email":"a"}',
    '1e999',
  ],
  ...['['.repeat(5_000), `{"phone":"${'9'.repeat(70_000)}"}`, `{"phone":"${' '.repeat(20_000)}1"}`],
];
const JSON_TYPES = [
  ...[
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset=utf-16',
  ],
  ...[
    'text/plain',
    'application/json; charset="',
    'application/x-www-form-urlencoded',
    '',
    'multipart/form-data',
    ';',
  ],
];
const ODD_HEADERS = [
  ...[
    'Expect: 100-continue',
    'Expect: what',
    'Host: second',
    'Host:',
    'Connection: close',
    'Connection: upgrade',
  ],
  ...[
    'Upgrade: websocket',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked, chunked',
    'Content-Length: 1',
  ],
  ...[
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Encoding: gzip',
    'Content-Encoding: zz',
  ],
  ...[
    'Accept-Encoding: gzip;q=0, *;q=x',
    'If-None-Match: "',
    'If-None-Match: *',
    'Range: bytes=9-1',
    'Range: bytes=0-1',
  ],
  ...[
    'Idempotency-Key: "a"',
    'Idempotency-Key: "',
    'Idempotency-Key: a, b',
    `Idempotency-Key: ${'k'.repeat(300)}`,
  ],
  ...[
    'Last-Event-ID: -1',
    'Last-Event-ID: \u00ff',
    'Origin: null',
    'Origin: https://a.example',
    'X-Forwarded-For: , ,',
  ],
  ...[
    'Access-Control-Request-Method: POST',
    'Authorization: Basic YTpi',
    'Cookie: a=b',
    ': empty',
    'No colon',
    ' folded',
  ],
  ...[
    `X-Long: ${'l'.repeat(20_000)}`,
    'Trailer: X',
    'TE: trailers',
    'X-Nul: a\0b',
    'Content-Digest: sha-256=:AA:',
  ],
];

/** One input of a seed: the bytes that go over a connection. The same seed, number and names give the same bytes. */
export function rawInput(seed: number, index: number, names: KnownNames): RawInput {
  const random = createSeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const keepAlive = random.chance(0.5);
  const bytes = request(random, names);
  return { bytes: random.chance(0.5) ? bytes : damaged(random, bytes), keepAlive };
}

function request(random: SeededRandom, names: KnownNames): Buffer {
  const path = target(random, names);
  // Most uploads get as far as the parsing of their form.
  const method = path.includes('/batch') && random.chance(0.9) ? 'POST' : random.pick(METHODS);
  const head = [`${method} ${path} HTTP/1.${random.chance(0.95) ? 1 : 0}`];
  if (random.chance(0.97)) head.push('Host: localhost');
  head.push(...authorization(random, names));
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count -= 1) head.push(random.pick(ODD_HEADERS));
  const { type, body } = bodyOf(random, head);
  if (type !== '') head.push(`Content-Type: ${type}`);
  const framed = frame(random, body, head);
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), framed]);
}

function target(random: SeededRandom, { taskId }: KnownNames): string {
  if (random.chance(0.15)) return random.pick(ODD_PATHS);
  const id = random.pick([taskId, taskId, '0', 'x'.repeat(300), '%E0%A4%A', '..', unknownId(random)]);
  const path = random.pick([
    ...[
      'verify',
      'verify',
      'verify/batch',
      'verify/batch',
      'verify/batch/preview',
      'verify/tasks',
      'credits',
      'webhooks',
    ],
    ...[
      `verify/tasks/${id}`,
      `verify/tasks/${id}/download`,
      `verify/tasks/${id}/events`,
      `verify/tasks/${id}/cancel`,
    ],
    ...[
      `verify/tasks/${id}/retry`,
      'credits/entries',
      'accounts',
      'openapi.json',
      `webhooks/${id}`,
      `webhooks/${id}/replay`,
    ],
    ...[`webhooks/${id}/secret`, `webhooks/${id}/deliveries`, 'account', 'tokens', 'tokens', `tokens/${id}`],
  ]);
  return `${random.chance(0.2) ? '/v1' : ''}/v1/${path}${random.pick(QUERIES)}`;
}

/** A well-formed id that does not exist. */
function unknownId(random: SeededRandom): string {
  return Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
}

function authorization(random: SeededRandom, { token }: KnownNames): readonly string[] {
  if (random.chance(0.8)) return [`Authorization: Bearer ${token}`];
  return random.pick([
    [],
    ['Authorization: Bearer'],
    ['Authorization: Bearer dp_0_0'],
    [`Authorization: ${token}`],
    [`Authorization: bearer ${token}`, 'Authorization: Bearer other'],
    [`Authorization: Bearer ${'\u00e9'.repeat(200)}`],
  ]);
}

function bodyOf(random: SeededRandom, head: readonly string[]): { type: string; body: Buffer } {
  const isForm = (head[0] ?? '').includes('/batch') ? random.chance(0.9) : random.chance(0.05);
  if (isForm) return formBody(random);
  if (random.chance(0.3)) return { type: '', body: Buffer.alloc(0) };
  return { type: random.pick(JSON_TYPES), body: Buffer.from(random.pick(JSON_BODIES)) };
}

/** Frames a body by its length, mostly the correct one, or as chunks. */
function frame(random: SeededRandom, body: Buffer, head: string[]): Buffer {
  if (body.length === 0 && random.chance(0.8)) return body;
  if (random.chance(0.8)) {
    const wrong = random.chance(0.05) ? random.below(20) - 10 : 0;
    head.push(`Content-Length: ${body.length + wrong}`);
    return body;
  }
  head.push('Transfer-Encoding: chunked');
  const cut = random.below(body.length + 1);
  const pieces = [body.subarray(0, cut), body.subarray(cut)].filter((piece) => piece.length > 0);
  const end = Buffer.from(
    random.pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '0\r\nX: y\r\n\r\n', '', 'zz\r\n']),
  );
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, end]);
}
