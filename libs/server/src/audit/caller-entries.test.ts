import { type AccountId, accountId, ManualClock, taskId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from './audit-events.js';
import type { CountedEntry } from './audit-log.js';
import { boundedEntries } from './caller-entries.js';

const BEGIN = Date.UTC(2026, 10, 23);
const MINUTE_MS = 60_000;

function subject() {
  const clock = new ManualClock(BEGIN);
  const written: (AuditEntry | CountedEntry)[] = [];
  const entries = boundedEntries({ record: (entry) => void written.push(entry) }, clock);
  return { clock, entries, written };
}

function refused(address: string | undefined, account?: AccountId): AuditEntry {
  const reason = account === undefined ? 'not_authenticated' : 'account_suspended';
  return { event: 'sign_in.refused', by: 'caller', reason, account, address, requestId: 'r1' };
}

function downloaded(account: string, task: string): AuditEntry {
  return { event: 'result.downloaded', by: 'caller', account: accountId(account), task: taskId(task) };
}

describe('entries that callers cause', () => {
  it('are a line at once and a line a minute for the refused sign-ins of an address', () => {
    const { clock, entries, written } = subject();
    entries.record(refused('192.0.2.1'));
    clock.advance(1_000);
    for (let times = 0; times < 5_000; times += 1) entries.record(refused('192.0.2.1'));
    expect(written).toEqual([refused('192.0.2.1')]);
    clock.advance(MINUTE_MS);
    expect(written.slice(1)).toEqual([
      {
        event: 'sign_in.refused',
        by: 'caller',
        reason: 'not_authenticated',
        address: '192.0.2.1',
        count: 5_000,
        since: new Date(BEGIN + 1_000),
      },
    ]);
    expect(clock.pending).toBe(0);
    entries.record(refused('192.0.2.1'));
    expect(written).toHaveLength(3);
  });

  it('are grouped by address and reason, with one group for the network of an IPv6 address', () => {
    const { entries, written } = subject();
    entries.record(refused('192.0.2.1'));
    entries.record(refused('192.0.2.2'));
    entries.record(refused('192.0.2.1', accountId('a1')));
    entries.record(refused('2001:db8::1'));
    entries.record(refused('2001:db8::2'));
    expect(written).toHaveLength(4);
  });

  it('are counted together for the addresses beyond 200', () => {
    const { entries, written } = subject();
    for (let round = 0; round < 2; round += 1) {
      for (let last = 0; last < 10_000; last += 1) entries.record(refused(`10.0.${last >> 8}.${last & 255}`));
    }
    expect(written).toHaveLength(201);
    entries.close();
    expect(written).toHaveLength(402);
    const counts = written.flatMap(({ count }) => count ?? []);
    expect(counts.reduce((sum, count) => sum + count, 201)).toBe(20_000);
    expect(written.at(-1)).toEqual({
      event: 'sign_in.refused',
      by: 'caller',
      reason: 'not_authenticated',
      count: 19_599,
      since: new Date(BEGIN),
    });
  });

  it('are written one by one for an account, up to 600 a minute', () => {
    const { clock, entries, written } = subject();
    for (let task = 0; task < 700; task += 1) entries.record(downloaded('a1', `t${task}`));
    entries.record(downloaded('a2', 't1'));
    expect(written).toHaveLength(601);
    clock.advance(MINUTE_MS);
    expect(written.at(-1)).toEqual({
      event: 'result.downloaded',
      by: 'caller',
      account: 'a1',
      count: 100,
      since: new Date(BEGIN),
    });
  });

  it('are bounded by address if they open accounts', () => {
    const { entries, written } = subject();
    for (let index = 0; index < 700; index += 1) {
      const account = accountId(`a${index}`);
      entries.record({ event: 'account.created', by: 'caller', account, address: '192.0.2.1', credits: 0 });
    }
    expect(written).toHaveLength(600);
  });
});
