import { createSeededRandom, type SeededRandom } from '@dialproof/generate';

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

const words = (text: string): readonly string[] => text.split('|');

const METHODS = words('GET|GET|POST|POST|POST|DELETE|HEAD|OPTIONS|PUT|PATCH|get|QUERY');
const QUERIES = words(
  '||||?limit=2|?limit=-1|?limit=%|?cursor=%00|?status=done&status=dead|?partial=true|?format=xlsx|?format=|?=&&=|' +
    '?__proto__=1|?neutralize_formulas=yes|?%ff%fe|??|?a[b]=c|?file_name=a|?file_name=%F0%9F&file_name=',
);
const ODD_PATHS = words(
  '/|*|//|/v1|/v1/|/v1//verify|/v1/../v1/verify|/v1/%76erify|/%|/v1/verify/tasks/%2e%2e|/v1/verify/tasks/%00|' +
    'http://other.example/v1/verify|localhost:80|/v1/verify;a=b|/hooks/whatsapp|/healthz|/readyz|/metrics|/docs|' +
    `/v1/docs|/__proto__|/constructor|/${'a'.repeat(9_000)}`,
);
const PATHS = words(
  'verify|verify|verify/batch|verify/batch|verify/batch/preview|verify/tasks|credits|credits/entries|webhooks|' +
    'verify/tasks/ID|verify/tasks/ID/download|verify/tasks/ID/events|verify/tasks/ID/cancel|verify/tasks/ID/retry|' +
    'webhooks/ID|webhooks/ID/replay|webhooks/ID/secret|webhooks/ID/deliveries|account|accounts|openapi.json|' +
    'tokens|tokens|tokens/ID',
);
const JSON_BODIES = [
  ...words(
    '{"phone":"+14155550100"}|{"phone":"+14155550100"}|{"phone":1}|{"phone":null}|{}|[]|null|""|1e999|{"phone":"+1|' +
      '{"phone":"\\ud800"}|{"phone":"\\u0000"}|{"__proto__":{"phone":"+14155550100"}}|\ufeff{}|{"email":"a"}|' +
      '{"url":"http://127.0.0.1/","events":["task.done"]}|{"url":"https://[::1]/"}|{"url":"file:///etc/passwd"}|' +
      '{"url":"https://example.com/hook","events":[]}|{"name":"till","scopes":["read"]}|{"email":"a@example.com"}|' +
      '{"name":"","scopes":["root"],"expires_at":"yesterday"}',
  ),
  '{"name":"\\u0000","scopes":[],"expires_at":"+275760-09-13T00:00:00.001Z"}',
  ...['['.repeat(5_000), `{"phone":"${'9'.repeat(70_000)}"}`, `{"phone":"${' '.repeat(20_000)}1"}`],
];
const JSON_TYPES = words(
  'application/json|application/json|application/json; charset=utf-8|APPLICATION/JSON;charset=utf-16|text/plain|' +
    'application/json; charset="|application/x-www-form-urlencoded||multipart/form-data|;',
);
const ODD_HEADERS = words(
  'Expect: 100-continue|Expect: what|Host: second|Host:|Connection: close|Connection: upgrade|Upgrade: websocket|' +
    'Transfer-Encoding: gzip|Transfer-Encoding: chunked, chunked|Content-Length: 1|Content-Length: -1|' +
    'Content-Length: 99999999999999999999|Content-Encoding: gzip|Content-Encoding: zz|If-None-Match: "|' +
    'Accept-Encoding: gzip;q=0, *;q=x|If-None-Match: *|Range: bytes=9-1|Range: bytes=0-1|Idempotency-Key: "a"|' +
    `Idempotency-Key: "|Idempotency-Key: a, b|Idempotency-Key: ${'k'.repeat(300)}|Last-Event-ID: -1|` +
    'Last-Event-ID: \u00ff|Origin: null|Origin: https://a.example|X-Forwarded-For: , ,|Authorization: Basic YTpi|' +
    'Access-Control-Request-Method: POST|Cookie: a=b|: empty|No colon| folded|Trailer: X|TE: trailers|X-Nul: a\0b|' +
    `X-Long: ${'l'.repeat(20_000)}|Content-Digest: sha-256=:AA:`,
);
const FILE_NAMES = words(
  'list.csv|list.csv|list.csv|list.xlsx|../../list.csv||a"b.csv|.csv|list.exe|\u00e9.csv|a\0.csv|%00.csv|LIST.CSV|' +
    `${'n'.repeat(400)}.csv|a${' '.repeat(5_000)}x.csv`,
);
const CONTENTS = words(
  'phone\n+14155550100\n|name,phone\na,+14155550101\nb,none\n|phone\n||\n\n\n|"|a,b\n"c|\0\0\0|PK\x03\x04|' +
    `PK\x05\x06${'\0'.repeat(18)}|phone${','.repeat(1_200)}\n|\xff\xfe+\x001\x00|\xe9\xe8\n1|phone\n=1+1\n@x\n|` +
    `phone\n${'+14155550102\n'.repeat(300)}|phone\n${'9'.repeat(100_000)}\n`,
);
const FIELDS = words(
  'phone_column|default_country|max_credits|several_numbers|encoding|sheet|delimiter|__proto__|file|other|',
);
const VALUES = words(`phone|US|ZZ|-1|0|1e9|first|utf-16le|nope||${'x'.repeat(70_000)}|\xff`);
const BOUNDARIES = words(`dialproof|dialproof|dialproof|"quoted b"||${'b'.repeat(200)}|'()+_,-./:=?`);
const FRAGMENTS = words(
  '\r\n|\n|\r|\r\n\r\n|\0| |\t|:|%|%00|"|;|=|,|--|--dialproof\r\n|\xff|\x80|GET / HTTP/1.1\r\n\r\n|' +
    'HTTP/1.1 200 OK\r\n\r\n|Content-Length: 5\r\n|Transfer-Encoding: chunked\r\n',
).map((text) => Buffer.from(text, 'latin1'));

/**
 * One input of a seed: the bytes that go over a connection, half of the time damaged. The same seed, number and names give the same bytes.
 */
export function rawInput(seed: number, index: number, names: KnownNames): RawInput {
  const random = createSeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const keepAlive = random.chance(0.5);
  let bytes = request(random, names);
  const damages = random.pick([0, 0, 0, 1, 1, 2, 4]);
  for (let damage = 0; damage < damages; damage += 1) bytes = damaged(random, bytes);
  return { bytes, keepAlive };
}

function request(random: SeededRandom, names: KnownNames): Buffer {
  const path = target(random, names);
  // Most uploads get as far as the parsing of their form.
  const isUpload = path.includes('/batch');
  const method = isUpload && random.chance(0.9) ? 'POST' : random.pick(METHODS);
  const head = [`${method} ${path} HTTP/1.${random.chance(0.95) ? 1 : 0}`];
  if (random.chance(0.97)) head.push('Host: localhost');
  head.push(...authorization(random, names));
  for (let odd = random.pick([0, 0, 1, 2]); odd > 0; odd -= 1) head.push(random.pick(ODD_HEADERS));
  const isForm = random.chance(isUpload ? 0.9 : 0.05);
  const isEmpty = !isForm && random.chance(0.3);
  const json = { type: random.pick(JSON_TYPES), body: Buffer.from(random.pick(JSON_BODIES)) };
  const { body, type } = isForm ? form(random) : isEmpty ? { type: '', body: Buffer.alloc(0) } : json;
  if (type !== '') head.push(`Content-Type: ${type}`);
  const framed = frame(random, body, head);
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), framed]);
}

function target(random: SeededRandom, { taskId }: KnownNames): string {
  if (random.chance(0.15)) return random.pick(ODD_PATHS);
  const unknown = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  const id = random.pick([taskId, taskId, '0', 'x'.repeat(300), '%E0%A4%A', '..', unknown]);
  const path = random.pick(PATHS).replace('ID', id);
  return `${random.chance(0.2) ? '/v1' : ''}/v1/${path}${random.pick(QUERIES)}`;
}

function authorization(random: SeededRandom, { token }: KnownNames): readonly string[] {
  if (random.chance(0.8)) return [`Authorization: Bearer ${token}`];
  return random.pick([
    [],
    ...['Bearer', 'Bearer dp_0_0', token, `Bearer ${'\u00e9'.repeat(200)}`].map((each) => [
      `Authorization: ${each}`,
    ]),
    [`Authorization: bearer ${token}`, 'Authorization: Bearer other'],
  ]);
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
  const end = random.pick(words('0\r\n\r\n|0\r\n\r\n|0\r\n\r\n|0\r\nX: y\r\n\r\n||zz\r\n'));
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    ...[piece, Buffer.from('\r\n')],
  ]);
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

/** A form for an upload, which may be wrong in many ways. */
function form(random: SeededRandom): { readonly type: string; readonly body: Buffer } {
  const boundary = random.pick(BOUNDARIES);
  const mark = random.chance(0.95) ? boundary.replaceAll('"', '') : 'another';
  const field = () =>
    `Content-Disposition: form-data; name="${random.pick(FIELDS)}"\r\n\r\n${random.pick(VALUES)}`;
  const parts = [
    ...Array.from({ length: random.pick([0, 0, 0, 1, 2]) }, field),
    ...Array.from({ length: random.pick([1, 1, 1, 1, 0, 2]) }, () => filePart(random)),
  ];
  if (random.chance(0.2)) parts.reverse();
  if (random.chance(0.01)) parts.push(...Array.from({ length: 300 }, () => field().slice(0, 200)));
  const line = random.chance(0.97) ? '\r\n' : '\n';
  const end = random.chance(0.9) ? `--${mark}--${line}` : random.pick(['', '--', `--${mark}`, `--${mark}-`]);
  const text = `${parts.map((part) => `--${mark}${line}${part}${line}`).join('')}${end}`;
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(text, 'latin1') };
}

function filePart(random: SeededRandom): string {
  const name = random.pick(words('file|file|file|file|files||__proto__'));
  const named = `form-data; name="${name}"; filename="${random.pick(FILE_NAMES)}"`;
  const disposition = random.pick([
    ...[named, named, `form-data; name="${name}"; filename="list.csv"`, 'attachment; filename="list.csv"'],
    ...[`form-data; name=${name}; filename*=UTF-8''%E4%F6.csv`, 'form-data'],
  ]);
  const type = random.pick(
    words('text/csv|text/csv|application/octet-stream||multipart/mixed; boundary=x|text/csv; charset='),
  );
  const typeLine = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const coding = random.chance(0.03) ? 'Content-Transfer-Encoding: base64\r\n' : '';
  return `Content-Disposition: ${disposition}\r\n${typeLine}${coding}\r\n${random.pick(CONTENTS)}`;
}

function damaged(random: SeededRandom, bytes: Buffer): Buffer {
  // Half of the damages hit the head, which is the smaller part of most requests with a body.
  const at = random.below(random.chance(0.5) ? Math.min(bytes.length, 200) : bytes.length);
  const length = 1 + random.below(40);
  const before = bytes.subarray(0, at);
  switch (random.below(5)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, random.pick(FRAGMENTS), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at + length)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    default:
      if (random.chance(0.3)) return before;
      return Buffer.concat([before, random.pick(FRAGMENTS), bytes.subarray(at + length)]);
  }
}
