import { describe, expect, it } from 'vitest';
import { readAnswer, statusOf } from './checker-answer.js';

describe('the answer of a checker', () => {
  it('is a status, or one with its source, its reason and its time', () => {
    const detailed = {
      status: 'dead',
      source: 'infobip',
      reason: 'EC_ABSENT',
      checkedAt: new Date(5),
    } as const;
    expect(readAnswer('dead')).toEqual({ answer: 'dead', defect: undefined });
    expect(readAnswer({ ...detailed, more: 1 })).toEqual({ answer: detailed, defect: undefined });
    expect(readAnswer({ status: 'unknown' })).toEqual({ answer: { status: 'unknown' }, defect: undefined });
    expect([statusOf('dead'), statusOf(detailed)]).toEqual(['dead', 'dead']);
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
  ])('counts without a malformed %s (%j)', (field, value) => {
    const { answer, defect } = readAnswer({ status: 'inactive', [field]: value });
    expect(answer).toEqual({ status: 'inactive' });
    expect(defect?.message).toContain(`a malformed ${field}`);
  });

  it.each([undefined, null, 5, 'active', {}, [], { status: 'active' }, { status: null }])(
    'is none that says %j',
    (given) => {
      const { answer, defect } = readAnswer(given);
      expect(answer).toBeUndefined();
      expect(defect).toBeInstanceOf(TypeError);
    },
  );
});
