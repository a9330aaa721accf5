import { describe, expect, it } from 'vitest';
import { FINDINGS, findingAnswer, findingOf, STATUS_OF_FINDING } from './line-state.js';

describe('findingAnswer', () => {
  it.each(FINDINGS)('carries %s with its status, to be read again', (finding) => {
    const answer = findingAnswer(finding, { source: 'upstream' });
    expect(answer).toEqual({ status: STATUS_OF_FINDING[finding], source: 'upstream', reason: finding });
    expect(findingOf(answer)).toBe(finding);
  });

  it("adds the upstream's word behind the finding", () => {
    const answer = findingAnswer('line_dead', { source: 'upstream', word: 'EC_UNKNOWN_SUBSCRIBER' });
    expect(answer.reason).toBe('line_dead: EC_UNKNOWN_SUBSCRIBER');
    expect(findingOf(answer)).toBe('line_dead');
  });

  it('keeps a word within the limits of a reason', () => {
    const word = `${'no such line, '.repeat(9)}\u0000\n`;
    const { reason } = findingAnswer('line_dead', { source: 'upstream', word });
    expect(reason).toMatch(/^line_dead: no such line[ -~]*$/);
    expect(reason).toHaveLength(60);
    expect(findingAnswer('line_dead', { source: 'upstream', word: '\u00e9\t' }).reason).toBe('line_dead');
  });

  it('has the time at which the upstream knew it', () => {
    const checkedAt = new Date('2026-11-03T10:00:00Z');
    expect(findingAnswer('line_live', { source: 'upstream', checkedAt })).toHaveProperty(
      'checkedAt',
      checkedAt,
    );
  });
});

describe('findingOf', () => {
  it.each([
    'dead',
    { status: 'dead' },
    { status: 'unknown', reason: 'line_livelier' },
    { status: 'unknown', reason: 'a line_live' },
    { status: 'unknown', reason: '' },
  ] as const)('finds none in %o', (answer) => {
    expect(findingOf(answer)).toBeUndefined();
  });
});
