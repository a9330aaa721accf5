import { describe, expect, it } from 'vitest';
import { createVerificationService } from './create-verification-service.js';
import { MemoryCreditLedger } from './memory/memory-credit-ledger.js';
import { MemoryTaskStore } from './memory/memory-task-store.js';
import { readServiceOptions, type VerificationServiceOptions } from './service-options.js';
import { digitChecker } from './trial-service.fixture.js';

const parts: VerificationServiceOptions = {
  store: new MemoryTaskStore(),
  ledger: new MemoryCreditLedger(),
  checker: digitChecker,
  queue: null,
};

describe('the options of a service', () => {
  it.each(['store', 'ledger', 'checker', 'queue'] as const)('name the missing part: %s', (part) => {
    const { [part]: _, ...rest } = parts;
    // What a JavaScript caller may do.
    const incomplete = rest as VerificationServiceOptions;
    expect(() => createVerificationService(incomplete)).toThrow(new RegExp(`option ${part} is missing`));
  });

  it.each([
    ['maxRows', 0],
    ['checkConcurrency', 1.5],
    ['checkDeadlineMs', 2 ** 31],
    ['chunkSize', Number.NaN],
    ['leaseMs', -1],
    ['outageAfterFailures', Number.POSITIVE_INFINITY],
  ] as const)('refuse %s of %s', (name, value) => {
    expect(() => createVerificationService({ ...parts, [name]: value })).toThrow(
      new RegExp(`option ${name}`),
    );
  });

  it('refuse a checker that cannot check', () => {
    const checker = {} as VerificationServiceOptions['checker'];
    expect(() => createVerificationService({ ...parts, checker })).toThrow(/checker .* check or checkMany/);
  });

  it('refuse a table limit that is none', () => {
    expect(() => createVerificationService({ ...parts, tableLimits: { maxColumns: 0 } })).toThrow(
      /limit maxColumns/,
    );
  });

  it('take undefined for left out', () => {
    const options = { ...parts, maxRows: undefined } as unknown as VerificationServiceOptions;
    expect(() => createVerificationService(options)).not.toThrow();
  });

  it('give a chunk as many numbers as a bulk checker takes in one call', () => {
    const bulk = (maxNumbers: number) => ({ maxNumbers, checkMany: async () => [] });
    const chunkSize = (checker: VerificationServiceOptions['checker']) =>
      readServiceOptions({ ...parts, checker }).chunkSize;
    expect(chunkSize(digitChecker)).toBe(250);
    expect(chunkSize(bulk(100))).toBe(250);
    expect(chunkSize(bulk(1_000))).toBe(1_000);
    expect(readServiceOptions({ ...parts, checker: bulk(1_000), chunkSize: 10 }).chunkSize).toBe(10);
  });
});
