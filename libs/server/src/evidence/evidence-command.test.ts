import { ManualClock, normalizePhone } from '@dialproof/core';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { expireEvidence } from './evidence-actions.js';
import { evidenceHelp, readEvidenceCommand } from './evidence-command.js';

describe('readEvidenceCommand', () => {
  it('reads an import with the options of the file', () => {
    const columns = ['--number-column', 'customer', '--app-column', 'channel', '--seen-at-column', 'when'];
    const others = ['--default-country', 'ch', '--source', 'crm-2026'];
    expect(readEvidenceCommand(['import', 'seen.csv', ...columns, ...others])).toEqual({
      name: 'import',
      file: 'seen.csv',
      options: {
        columns: { number: 'customer', app: 'channel', seenAt: 'when' },
        defaultCountry: 'ch',
        source: 'crm-2026',
      },
    });
  });

  it('reads the other commands', () => {
    expect(readEvidenceCommand(['forget', '+41 79 123 45 67'])).toEqual({
      name: 'forget',
      number: '+41791234567',
    });
    expect(readEvidenceCommand(['expire', '--days', '180'])).toEqual({ name: 'expire', days: 180 });
    expect(readEvidenceCommand(['import', '--help'])).toEqual({ name: 'help' });
  });

  it.each([
    [[], 'No command was given: import, forget or expire.'],
    [['imports', 'a.csv'], 'There is no command imports.'],
    [['import'], 'Name one file to import; none is named.'],
    [['import', 'a.csv', 'b.csv'], 'Name one file to import; 2 are named.'],
    [['import', 'a.csv', '--sauce', 'x'], /--sauce/],
    [['import', 'a.csv', '--days', '3'], 'import takes no --days.'],
    [['import', 'a.csv', '--source', 'My CRM'], /^--source is "My CRM"/],
    [['forget', 'Alice'], '"Alice" is not a phone number with + and the calling code.'],
    [['expire'], '--days is missing, expected a whole number from 1 to 99999.'],
    [['expire', '--days', '0'], /^--days is "0"/],
    [['expire', '30'], '"30" is not understood after expire.'],
  ] as const)('refuses %j', (args, sentence) => {
    expect(() => readEvidenceCommand(args)).toThrow(sentence);
    expect(() => readEvidenceCommand(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });

  it('has every option in its help', () => {
    for (const option of [
      'default-country',
      'number-column',
      'app-column',
      'seen-at-column',
      'source',
      'days',
    ])
      expect(evidenceHelp((args) => args)).toContain(`--${option} `);
  });
});

describe('expireEvidence', () => {
  it('removes older observations, however many', async () => {
    const now = Date.UTC(2026, 10, 20);
    const store = new MemoryObservationStore();
    const seen = (index: number, seenAt: number) => ({
      number: normalizePhone(`+4479460${10_000 + index}`),
      app: 'whatsapp' as const,
      seenAt,
      source: 'import',
    });
    const [old, recent] = [now - 91 * 86_400_000, now - 90 * 86_400_000];
    await store.record(
      Array.from({ length: 12_000 }, (_, index) => seen(index, index < 11_000 ? old : recent)),
    );
    expect(await expireEvidence(store, 90, new ManualClock(now))).toBe(11_000);
    expect(await expireEvidence(store, 90, new ManualClock(now))).toBe(0);
  });
});
