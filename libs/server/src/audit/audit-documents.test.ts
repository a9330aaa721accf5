import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPORTED_LISTS } from '../accounts/exported-records.js';
import { AUDIT_EVENTS } from './audit-events.js';

const page = readFileSync(new URL('../../../../docs/audit.md', import.meta.url), 'utf8');

/** The cells of the rows below a table's header. */
function tableOf(header: string): string[][] {
  const [, below = ''] = page.split(`${header}\n`);
  const [, ...rows] = below.split('\n\n', 1).join('').split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

describe('the documents of the audit log', () => {
  it('have every event with its meaning and the members of its entries, and no other', () => {
    const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const events = Object.entries(AUDIT_EVENTS).map(([event, { details, meaning }]) => [
      `\`${event}\``,
      meaning,
      details.map((name) => `\`${wireName(name)}\``).join(', '),
    ]);
    expect(tableOf('| event | when | it also has |')).toEqual(events);
  });

  it('have every file of an export, and no other', () => {
    const files = ['account.json', ...Object.keys(EXPORTED_LISTS).map((name) => `${name}.jsonl`)];
    const described = tableOf('| file | content |').map(([file]) => file);
    expect(described).toEqual([...files, 'results/<task id>.csv'].map((file) => `\`${file}\``));
  });
});
