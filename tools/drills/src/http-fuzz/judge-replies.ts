import type { RawReply, Replies } from './read-replies.js';

/** The fault of the replies to an input. Undefined if there is none. */
export function judgeReplies({ replies, rest }: Replies): string | undefined {
  for (const reply of replies) {
    const wrong = judgeReply(reply);
    if (wrong !== undefined) return `${wrong}: ${reply.status} ${reply.body.slice(0, 200)}`;
  }
  if (rest !== '' && !/^H(T(T(P(\/(1(\.(1( .*)?)?)?)?)?)?)?)?$/s.test(rest))
    return `no reply: ${rest.slice(0, 200)}`;
  return undefined;
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
