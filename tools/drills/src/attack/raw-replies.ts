/** A reply as it came over a connection. */
export interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Chunks are not taken apart. */
  readonly body: string;
}

export interface Replies {
  readonly replies: readonly RawReply[];
  /** The text after the last complete reply: an incomplete reply, or something else. */
  readonly rest: string;
}

/** Reads the complete replies in a latin1 text. Replies to HEAD have no body, which their bytes do not show. */
export function readReplies(text: string, mayBeHead: boolean): Replies {
  const replies: RawReply[] = [];
  let rest = text;
  while (true) {
    const end = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(rest)?.[1] ?? Number.NaN);
    if (end === -1 || Number.isNaN(status)) return { replies, rest };
    const headers = new Map(rest.slice(0, end).split('\r\n').slice(1).map(headerOf));
    const after = rest.slice(end + 4);
    const length = bodyLength({ status, headers, body: after }, mayBeHead);
    if (length > after.length) return { replies, rest };
    replies.push({ status, headers, body: after.slice(0, length) });
    rest = after.slice(length);
  }
}

/** The fault of the replies to an input. Undefined if there is none. */
export function judgeReplies({ replies, rest }: Replies): string | undefined {
  for (const reply of replies) {
    const wrong = judgeReply(reply);
    if (wrong !== undefined) return `${wrong}: ${reply.status} ${reply.body.slice(0, 200)}`;
  }
  const isBegun = 'HTTP/1.1 '.startsWith(rest.slice(0, 'HTTP/1.1 '.length));
  return isBegun ? undefined : `no reply: ${rest.slice(0, 200)}`;
}

function judgeReply({ status, headers, body }: RawReply): string | undefined {
  if (status >= 500 && status !== 501 && status !== 503) return 'a failure of the server';
  if (status < 400) return undefined;
  // It is a reply to HEAD.
  if (body === '' && Number(headers.get('content-length')) > 0) return undefined;
  if (!headers.get('content-type')?.startsWith('application/json')) return 'an error that is not JSON';
  const { detail, hint, ...others } = parsed(body);
  if (typeof detail !== 'string' || !/^[a-z_]+$/.test(detail)) return 'an error without detail';
  if (Object.keys(others).length > 0) return 'an error with more than detail and hint';
  if (hint !== undefined && (status >= 500 || typeof hint !== 'string')) return 'a hint where none may be';
  return undefined;
}

function parsed(body: string): { detail?: unknown; hint?: unknown } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** `body` is all that came after the headers. Infinity while the end of the body is not in it. */
function bodyLength({ body, headers, status }: RawReply, mayBeHead: boolean): number {
  if (status < 200 || status === 204 || status === 304) return 0;
  if (mayBeHead && (body === '' || body.startsWith('HTTP/1.1 '))) return 0;
  if (headers.get('transfer-encoding') !== 'chunked') {
    // In a reply to HTTP/1.0, the body may end with the connection.
    return Number(headers.get('content-length') ?? body.length);
  }
  const end = /(?:^|\r\n)0\r\n\r\n/.exec(body);
  return end === null ? Number.POSITIVE_INFINITY : end.index + end[0].length;
}
