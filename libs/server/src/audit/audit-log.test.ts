import { accountId, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from './audit-events.js';
import { createAuditLog } from './audit-log.js';

const granted = (credits: number): AuditEntry => ({
  event: 'credits.granted',
  by: 'operator',
  account: accountId('a1'),
  credits,
});

function subject() {
  const lines: string[] = [];
  const failures: unknown[] = [];
  const disk = { isFull: false };
  const sink = {
    append(line: string) {
      if (disk.isFull) throw new Error('full');
      lines.push(line);
    },
    close() {},
  };
  const clock = new ManualClock(Date.UTC(2026, 10, 23, 3, 4, 5, 6));
  const log = createAuditLog({ sink, onFailure: (error) => failures.push(error), clock });
  return { disk, failures, lines, log };
}

describe('the audit log', () => {
  it('writes one JSON object a line, with the time in UTC and names as on the wire', () => {
    const { lines, log } = subject();
    log.record({
      event: 'token.issued',
      by: 'operator',
      account: accountId('a1'),
      requestId: undefined,
      tokenId: '0123456789abcdef',
      scopes: ['read'],
      ends: new Date(0),
      maxCreditsPerDay: 500,
      maxCreditsPerTask: null,
    });
    expect(lines).toEqual([
      '{"time":"2026-11-23T03:04:05.006Z","event":"token.issued","by":"operator","account":"a1",' +
        '"token_id":"0123456789abcdef","scopes":["read"],"ends":"1970-01-01T00:00:00.000Z",' +
        '"max_credits_per_day":500,"max_credits_per_task":null}\n',
    ]);
  });

  it('loses entries that cannot be written, reports it once, and later the number of missing ones', () => {
    const { disk, failures, lines, log } = subject();
    disk.isFull = true;
    for (const credits of [1, 2, 3]) log.record(granted(credits));
    expect(failures).toEqual([new Error('full')]);
    disk.isFull = false;
    log.record(granted(4));
    log.record(granted(5));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'audit.lost', by: 'server', count: 3 },
      { event: 'credits.granted', credits: 4 },
      { event: 'credits.granted', credits: 5 },
    ]);
    disk.isFull = true;
    log.record(granted(6));
    expect(failures).toHaveLength(2);
  });
});
