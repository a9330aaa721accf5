import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamParser } from './task-events.js';

const STREAM = [
  'retry: 2000\n\n',
  ':\n\n',
  'id: processing-1\nevent: progress\ndata: {"a":"ö"}\n\n',
  'data: one\r\ndata:two\r\n\r\n',
  'event: nothing\n\n',
  'data: last\n\ndata: not whole',
].join('');

const EVENTS = [
  { id: 'processing-1', type: 'progress', data: '{"a":"ö"}' },
  { id: 'processing-1', type: 'message', data: 'one\ntwo' },
  { id: 'processing-1', type: 'message', data: 'last' },
];

describe('EventStreamParser', () => {
  it('finds the events however the stream is cut', () => {
    const bytes = new TextEncoder().encode(STREAM);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length })), (cuts) => {
        const parser = new EventStreamParser();
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const events = places.flatMap((start, index) =>
          parser.push(bytes.subarray(start, places[index + 1])),
        );
        expect(events).toEqual(EVENTS);
        expect(parser.retryMs).toBe(2_000);
      }),
    );
  });
});
