import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSources,
  hasEnded,
  MAX_SOURCES,
  namesWith,
  OTHER_SOURCE,
  type SourceCounts,
  TASK_STATUSES,
} from './task.js';

describe('task statuses', () => {
  it('has exactly two endings', () => {
    expect(TASK_STATUSES.filter(hasEnded)).toEqual(['done', 'failed']);
  });
});

const sum = (counts: SourceCounts): number => Object.values(counts).reduce((all, count) => all + count, 0);

describe('addSources', () => {
  it('adds counts by source and leaves both as they were', () => {
    const counts = Object.freeze({ twilio: 2 });
    const added = Object.freeze({ evidence: 1, twilio: 3 });
    expect(addSources(counts, added)).toEqual({ twilio: 5, evidence: 1 });
    expect(addSources({}, {})).toEqual({});
  });

  it('counts sources whose names every object has as properties', () => {
    const added: SourceCounts = JSON.parse('{"__proto__": 1, "constructor": 2, "other": 3}');
    const counts = addSources(addSources({}, added), added);
    expect(JSON.parse(JSON.stringify(counts))).toEqual(
      JSON.parse('{"__proto__": 2, "constructor": 4, "other": 6}'),
    );
  });

  it('counts the first 20 by name, the rest as other, and loses no row', () => {
    const name = fc.oneof(
      fc.constant(OTHER_SOURCE),
      fc.nat({ max: 60 }).map((n) => `source-${n}`),
    );
    const record = fc.dictionary(name, fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 10 }), (records) => {
        const counts = records.reduce<SourceCounts>(addSources, {});
        const first = [...new Set(records.flatMap((added) => Object.keys(added)))]
          .filter((source) => source !== OTHER_SOURCE)
          .slice(0, MAX_SOURCES);
        expect(Object.keys(counts).filter((source) => source !== OTHER_SOURCE)).toEqual(first);
        expect(sum(counts)).toBe(records.reduce((all, added) => all + sum(added), 0));
      }),
    );
  });
});

describe('a search of names of files', () => {
  it.each([
    ['people', 'People of 2026.csv', true],
    ['2026.CSV', 'People of 2026.csv', true],
    ['zürich', 'ZÜRICH.xlsx', true],
    // The first is composed, the second is not.
    ['Zu\u0308rich', 'Z\u00fcrich.xlsx', true],
    ['%', 'people.csv', false],
    ['_', 'people.csv', false],
    ['%', '100%.csv', true],
    ['peoples', 'people.csv', false],
  ])('for %s finds %s: %s', (text, name, expected) => {
    expect(namesWith(text)(name)).toBe(expected);
  });
});
