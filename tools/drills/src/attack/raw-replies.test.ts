import { expect, it } from 'vitest';
import { judgeReplies, readReplies } from './raw-replies.js';

const reply = (status: number, body: string, type = 'application/json') =>
  `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const judge = (text: string) => judgeReplies(readReplies(text, false));

it('accepts replies of the API, one after another, and one that has only begun', () => {
  expect(
    judge(`${reply(200, '{}')}${reply(404, '{"detail":"not_found","hint":"why"}')}HTTP/1`),
  ).toBeUndefined();
});

it.each([
  [reply(500, '{"detail":"internal_error"}'), 'a failure of the server'],
  [reply(400, 'wrong', 'text/html'), 'an error that is not JSON'],
  [reply(400, '{}'), 'an error without detail'],
  [reply(400, '{"detail":"a","more":1}'), 'an error with more than detail and hint'],
  [reply(503, '{"detail":"overloaded","hint":"no"}'), 'a hint where none may be'],
  ['something else', 'no reply'],
])('names the fault of %j', (text, fault) => {
  expect(judge(text)).toMatch(fault);
});
