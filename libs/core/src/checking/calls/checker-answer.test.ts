import { describe, expect, it } from 'vitest';
import type { ConsentDate } from '../../model/reassigned.js';
import { statusOfAnswer } from '../../ports/number-checker.js';
import { readCheckAnswer, reassignedSince } from './checker-answer.js';

describe('the answer of a checker', () => {
  it('is a status, or one with its source, its reason and its time', () => {
    const detailed = {
      status: 'dead',
      source: 'infobip',
      reason: 'EC_ABSENT',
      checkedAt: new Date(5),
      reassigned: { since: '2024-05-01' as ConsentDate, is: 'yes' },
    } as const;
    const wellFormed = { malformed: [], defect: undefined };
    expect(readCheckAnswer('dead')).toEqual({ answer: 'dead', ...wellFormed });
    expect(readCheckAnswer({ ...detailed, more: 1 })).toEqual({ answer: detailed, ...wellFormed });
    expect(readCheckAnswer({ status: 'unknown' })).toEqual({ answer: { status: 'unknown' }, ...wellFormed });
    expect([statusOfAnswer('dead'), statusOfAnswer(detailed)]).toEqual(['dead', 'dead']);
  });

  it('copies the time, so that the checker cannot change it or make it fail later', () => {
    const checkedAt = new Date(5);
    const { answer } = readCheckAnswer({ status: 'dead', checkedAt });
    checkedAt.setTime(9);
    checkedAt.getTime = () => {
      throw new Error('not twice');
    };
    expect(answer).toEqual({ status: 'dead', checkedAt: new Date(5) });
  });

  it.each([
    ['source', 'a space in it'],
    ['source', 'x'.repeat(41)],
    ['source', 7],
    ['reason', 'two\nlines'],
    ['reason', ''],
    ['reason', 'x'.repeat(61)],
    ['checkedAt', '2026-01-01'],
    ['checkedAt', new Date(Number.NaN)],
    ['checkedAt', new Date('+010000-01-01T00:00:00Z')],
    ['checkedAt', new Date('-000001-12-31T23:59:59Z')],
    ['reassigned', 'yes'],
    ['reassigned', null],
    ['reassigned', { is: 'yes' }],
    ['reassigned', { is: 'perhaps', since: '2024-05-01' }],
    ['reassigned', { is: 'yes', since: '03/04/2025' }],
  ])('counts without a malformed %s (%j)', (field, value) => {
    const { answer, defect, malformed } = readCheckAnswer({ status: 'inactive', [field]: value });
    expect(answer).toEqual({ status: 'inactive' });
    expect(malformed).toEqual([field]);
    expect(defect?.message).toContain(`a malformed ${field}`);
  });

  it.each(['source', 'reason', 'checkedAt', 'reassigned'])(
    'counts without a %s that throws when it is read',
    (field) => {
      const given = Object.defineProperty({ status: 'inactive' }, field, {
        get: () => {
          throw new Error('a getter that throws');
        },
      });
      const { answer, defect } = readCheckAnswer(given);
      expect(answer).toEqual({ status: 'inactive' });
      expect(defect?.message).toContain(`a malformed ${field}`);
    },
  );

  it('counts without a time that is a proxy of a date, and keeps a time that its checker changes', () => {
    const proxied = readCheckAnswer({ status: 'inactive', checkedAt: new Proxy(new Date(5), {}) });
    expect(proxied.answer).toEqual({ status: 'inactive' });
    const checkedAt = new Date(5);
    const { answer } = readCheckAnswer({ status: 'inactive', checkedAt });
    checkedAt.setTime(6);
    expect(answer).toEqual({ status: 'inactive', checkedAt: new Date(5) });
  });

  it.each([undefined, null, 5, 'active', {}, [], { status: 'active' }, { status: null }])(
    'is none that says %j',
    (given) => {
      const { answer, defect } = readCheckAnswer(given);
      expect(answer).toBeUndefined();
      expect(defect).toBeInstanceOf(TypeError);
    },
  );
});

describe('reassigned', () => {
  const [may, june] = ['2024-05-01', '2024-06-01'] as [ConsentDate, ConsentDate];
  const answer = { status: 'inactive', reassigned: { since: may, is: 'no' } } as const;

  it('counts only for the requested date', () => {
    expect(reassignedSince(answer, may)).toBe('no');
    expect(reassignedSince(answer, june)).toBe('unknown');
    expect(reassignedSince(answer, undefined)).toBe('unknown');
    expect(reassignedSince('inactive', may)).toBe('unknown');
  });
});
