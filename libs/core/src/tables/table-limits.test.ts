import { describe, expect, it } from 'vitest';
import { assertSheetHolds } from './table-limits.js';

describe('a sheet', () => {
  it('holds what Excel says that it holds', () => {
    expect(() => assertSheetHolds({ rows: 1_048_576, columns: 16_384 })).not.toThrow();
  });

  it.each([
    [{ rows: 1_048_577, columns: 1 }, 'too_many_rows'],
    [{ rows: 2, columns: 16_385 }, 'too_many_columns'],
  ])('does not hold %o', (size, code) => {
    expect(() => assertSheetHolds(size)).toThrow(expect.objectContaining({ code }));
  });
});
