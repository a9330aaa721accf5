import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Output } from '../host.js';
import { noticesOf } from './notices.js';

function noticesOn(isTTY: boolean, env: Record<string, string> = {}) {
  let text = '';
  const writable = new Writable({
    write(piece, _encoding, done) {
      text += String(piece);
      done();
    },
  });
  return {
    say: noticesOf({ env, stderr: Object.assign(writable, { isTTY }) as Output }),
    written: () => text,
  };
}

describe('notices', () => {
  it('are printed once, without control characters', () => {
    const { say, written } = noticesOn(false);
    for (const line of ['twilio: \x1b[2J401', 'infobip: 500', 'twilio: \x1b[2J401']) say(line);
    expect(written()).toBe('twilio:  [2J401\ninfobip: 500\n');
  });

  it('take the place of a bar, which is drawn again below them', () => {
    const { say, written } = noticesOn(true);
    say('twilio: 401');
    expect(written()).toBe('\r\x1b[Ktwilio: 401\n');
    const dumb = noticesOn(true, { TERM: 'dumb' });
    dumb.say('twilio: 401');
    expect(dumb.written()).toBe('twilio: 401\n');
  });
});
