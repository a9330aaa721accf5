import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callerAddress } from './app.js';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  // Only these two are used.
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

describe('callerAddress', () => {
  it.each<[string, number, string | undefined, string]>([
    ['the socket’s without a proxy, whatever the caller says', 0, '198.51.100.9', '192.0.2.1'],
    ['what the only proxy has added', 1, '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['what the first of two proxies has added', 2, '198.51.100.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['the socket’s where a proxy adds nothing', 1, undefined, '192.0.2.1'],
    ['without the port that a proxy has added too', 1, '203.0.113.7:51332', '203.0.113.7'],
    ['without the port behind an IPv6 address', 1, '[2001:db8::7]:51332', '2001:db8::7'],
    ['without the brackets of an IPv6 address', 1, '[2001:db8::7]', '2001:db8::7'],
    ['the socket’s where fewer have added something', 2, '203.0.113.7', '192.0.2.1'],
  ])('is %s', (_, proxies, forwarded, address) => {
    expect(callerAddress(requestFrom('192.0.2.1', forwarded), proxies)).toBe(address);
  });
});
