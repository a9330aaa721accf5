import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createLog } from '../log/logging.js';
import { endOnDefect } from './end-of-process.js';

describe('an uncaught error', () => {
  it('is logged without the number that it quotes, and ends the process with 1', () => {
    const errors = new EventEmitter();
    const codes: number[] = [];
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    endOnDefect({ log, exit: (code) => void codes.push(code), errors });
    errors.emit('uncaughtException', new TypeError('no answer for +14155550199'), 'unhandledRejection');
    expect(codes).toEqual([1]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      error: { name: 'TypeError', message: 'no answer for [masked]' },
    });
    expect(lines[0]).not.toContain('5550199');
  });
});
