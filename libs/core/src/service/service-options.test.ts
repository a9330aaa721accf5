import { describe, expect, it } from 'vitest';
import { MemoryCreditLedger } from '../memory/credits/memory-credit-ledger.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { createVerificationService } from './create-verification-service.js';
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
    // Only a caller without types can do this.
    const incomplete = rest as VerificationServiceOptions;
    expect(() => createVerificationService(incomplete)).toThrow(new RegExp(`option ${part} is missing`));
  });

  it.each([
    ['maxRows', 0],
    ['checkConcurrency', 1.5],
    ['checkDeadlineMs', 2 ** 31],
    ['chunkSize', Number.NaN],
    ['leaseMs', -1],
    ['outageAfterMs', Number.POSITIVE_INFINITY],
    ['outageTimeoutMs', 0],
    ['checkAttempts', 101],
    ['checkAttempts', 0],
    ['checkWaitMs', 0],
    ['maxChecksPerAccount', 0],
    ['maxUnfinishedTasksPerAccount', 0],
    ['maxStoredBytesPerAccount', 0],
    ['maxUploads', 2.5],
    ['maxUploadsPerAccount', -1],
    ['uploadWaitMs', 0],
    ['closeGraceMs', 0],
    ['maxCallsPerSecond', 0],
    ['maxCallsPerSecond', Number.NaN],
  ] as const)('refuse %s of %s', (name, value) => {
    expect(() => createVerificationService({ ...parts, [name]: value })).toThrow(
      new RegExp(`option ${name}`),
    );
  });

  it.each<[string, string, object]>([
    ['ledger', 'settle', { hold() {}, balance() {}, releaseExpired() {} }],
    ['queue', 'wake, stop', { start() {} }],
    ['clock', 'elapsed, schedule', { now: () => 0 }],
    ['store', 'appendRows', Object.assign(new MemoryTaskStore(), { appendRows: undefined })],
    ['checker', 'check or checkMany', {}],
  ])('name what a port lacks: %s, %s', (part, names, port) => {
    const create = () => createVerificationService({ ...parts, [part]: port });
    expect(create).toThrow(new TypeError(`option ${part} has no method ${names}`));
  });

  it.each([
    ['store', null],
    ['ledger', 'ledger'],
    ['checker', null],
    ['queue', false],
    ['clock', Date.now],
  ])('refuse a port that is no object: %s', (part, port) => {
    const create = () => createVerificationService({ ...parts, [part]: port });
    expect(create).toThrow(new TypeError(`option ${part} must be an object with methods, not ${port}`));
  });

  it('take methods from the class of a port and from its parents', () => {
    class HostLedger extends MemoryCreditLedger {}
    expect(() => createVerificationService({ ...parts, ledger: new HostLedger() })).not.toThrow();
  });

  it('treat a checker whose checkMany is undefined as one that checks a number at a time', () => {
    const checker = { ...digitChecker, checkMany: undefined };
    expect(readServiceOptions({ ...parts, checker }).chunkSize).toBe(250);
    expect(() => createVerificationService({ ...parts, checker })).not.toThrow();
  });

  it('take any rate of calls, fractions and infinity included, and the most attempts', () => {
    const options = { ...parts, maxCallsPerSecond: 0.5, checkAttempts: 100 };
    expect(() => createVerificationService(options)).not.toThrow();
    expect(readServiceOptions(parts).maxCallsPerSecond).toBe(Number.POSITIVE_INFINITY);
  });

  it('are copied and frozen, so that what a host changes later has no effect', () => {
    const options = { ...parts, maxRows: 5, tableLimits: { maxColumns: 7 } };
    const settings = readServiceOptions(options);
    options.maxRows = 6;
    options.tableLimits.maxColumns = 8;
    expect(settings).toMatchObject({ maxRows: 5, tableLimits: { maxColumns: 7 } });
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.tableLimits)).toBe(true);
  });

  it('refuse an invalid table limit', () => {
    const misspelt = { maxRowChars: 9, maxColumn: 7 };
    expect(() => createVerificationService({ ...parts, tableLimits: misspelt })).toThrow(
      /^tableLimits has no option maxColumn; it has .*\bmaxColumns\b/,
    );
    expect(() => createVerificationService({ ...parts, tableLimits: { maxColumns: 0 } })).toThrow(
      /limit maxColumns/,
    );
  });

  it('take the longest time that a timer can wait', () => {
    expect(readServiceOptions({ ...parts, leaseMs: 2 ** 31 - 1 }).leaseMs).toBe(2 ** 31 - 1);
  });

  it('name the value to pass if there is no queue, and for no other part', () => {
    const without = (part: 'queue' | 'store') => () =>
      createVerificationService({ ...parts, [part]: undefined } as unknown as VerificationServiceOptions);
    expect(without('queue')).toThrow(
      new TypeError('option queue is missing; pass null to call work() yourself'),
    );
    expect(without('store')).toThrow(new TypeError('option store is missing'));
  });

  it.each([0, -1, 1.5, Number.NaN])(
    'name the numbers per call as the problem if they are %s',
    (maxNumbers) => {
      const checker = { maxNumbers, checkMany: async () => [] };
      expect(() => createVerificationService({ ...parts, checker })).toThrow(/maxNumbers/);
    },
  );

  it('treat undefined like a missing option', () => {
    const options = { ...parts, maxRows: undefined } as unknown as VerificationServiceOptions;
    expect(() => createVerificationService(options)).not.toThrow();
  });

  it('give a chunk as many numbers as a bulk checker takes in whole calls', () => {
    const bulk = (maxNumbers: number) => ({ maxNumbers, checkMany: async () => [] });
    const chunkSize = (checker: VerificationServiceOptions['checker']) =>
      readServiceOptions({ ...parts, checker }).chunkSize;
    expect(chunkSize(digitChecker)).toBe(250);
    expect(chunkSize(bulk(100))).toBe(300);
    expect(chunkSize(bulk(250))).toBe(250);
    expect(chunkSize(bulk(1_000))).toBe(1_000);
    expect(readServiceOptions({ ...parts, checker: bulk(1_000), chunkSize: 10 }).chunkSize).toBe(10);
  });
});
