import { describe, expect, it } from 'vitest';
import { judgeReplies } from './judge-replies.js';
import { readReplies } from './read-replies.js';

function reply(status: string, body: string, type = 'application/json'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const judged = (text: string) => judgeReplies(readReplies(text, false));

describe('replies to raw requests', () => {
  it('are read one after another', () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';

    const { replies, rest } = readReplies(`${chunked}${reply('404 Not Found', '{}')}HTT`, false);

    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, 'abc'],
      [404, '{}'],
    ]);
    expect(rest).toBe('HTT');
  });

  it('may have a body that ends with the connection', () => {
    const { replies, rest } = readReplies('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nphone\n', false);

    expect([replies[0]?.body, rest]).toEqual(['phone\n', '']);
  });

  it('may refuse with a detail and a hint', () => {
    expect(judged(reply('400 Bad Request', '{"detail":"malformed_request","hint":"no"}'))).toBeUndefined();
    expect(judged(reply('503 Service Unavailable', '{"detail":"overloaded"}'))).toBeUndefined();
  });

  it.each([
    ['a failure', reply('500 Internal Server Error', '{"detail":"internal_error"}')],
    ['a hint of a 5xx', reply('503 Service Unavailable', '{"detail":"overloaded","hint":"why"}')],
    ['an error in HTML', reply('404 Not Found', '<p>', 'text/html')],
    ['an error without detail', reply('404 Not Found', '{}')],
    ['an error that says more', reply('404 Not Found', '{"detail":"a","stack":"b"}')],
    ['bytes that are no reply', 'hello'],
  ])('are found out: %s', (_, text) => {
    expect(judged(text)).toBeDefined();
  });
});
