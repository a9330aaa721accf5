import { findingOf, FINDINGS as GIVEN, STATUS_OF_FINDING } from '@dialproof/checkers';
import { describe, expect, it } from 'vitest';
import { FINDINGS, findingIn } from './finding.js';

describe('findings', () => {
  it('are those that checkers give', () => {
    expect(FINDINGS).toEqual(GIVEN);
  });

  it.each([...FINDINGS, 'line_live: active', 'line_livelier', 'a line_live', '', undefined])(
    'are read out of %j as checkers read them',
    (reason) => {
      const status = STATUS_OF_FINDING[findingIn(reason) ?? 'line_unclear'];
      expect(findingIn(reason)).toBe(findingOf(reason === undefined ? status : { status, reason }));
    },
  );
});
