import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSources, MAX_SOURCES, OTHER_SOURCE, type SourceCounts } from './task.js';

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
