import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { takeOverReply } from './node-reply.js';

function nodeResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

describe('takeOverReply', () => {
  it("keeps a framework from replying, and gives node:http's reply the headers of the host", () => {
    const raw = nodeResponse();
    let hijacked = 0;
    takeOverReply({
      raw,
      hijack: () => {
        hijacked += 1;
      },
      getHeaders: () => ({ 'x-host': 'yes', 'set-cookie': ['a=1', 'b=2'], age: 0, vary: undefined }),
    });
    expect(hijacked).toBe(1);
    expect(raw.getHeaders()).toEqual({ 'x-host': 'yes', 'set-cookie': ['a=1', 'b=2'], age: 0 });
  });

  it("leaves a reply alone that is node:http's own", () => {
    const reply = nodeResponse();
    reply.setHeader('x-host', 'yes');
    takeOverReply(reply);
    expect(reply.getHeaders()).toEqual({ 'x-host': 'yes' });
  });
});
