import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VENDOR_NAMES } from '../vendors/vendor.js';
import { checkersOf } from './checkers.js';
import { CHECKER_FIELDS, CHECKER_NAMES, checkersSchema } from './checkers-schema.js';

const document = readFileSync(new URL('../../../../docs/checkers.md', import.meta.url), 'utf8');
const page = document.slice(document.indexOf('## checkers.json'), document.indexOf('## What the statuses'));

/** The cells of the table with this head. */
function rowsOf(head: string): readonly (readonly string[])[] {
  const [table = ''] = page.slice(page.indexOf(head)).split('\n\n');
  const [, , ...rows] = table.split('\n');
  return rows.map((row) => row.slice(2, -2).split(' | '));
}

/** The names in front of the parts of a cell. */
function namesIn(cell: string): readonly string[] {
  return cell.split('; ').flatMap((part) => /^`([\w-]+)`/.exec(part)?.[1] ?? []);
}

describe('docs/checkers.md', () => {
  it('has an example that is read', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    const environment = { TELEGRAM_GATEWAY_TOKEN: 'a-token', TWILIO: 'a-token' };
    const written = JSON.parse(json.replace('{ "file": "/run/secrets/twilio" }', '{ "env": "TWILIO" }'));
    expect(checkersOf(written, { environment }).entries).toHaveLength(3);
  });

  it('lists each field beside those of checkers', () => {
    const { shape } = checkersSchema({ environment: {}, folder: '.' });
    const listed = rowsOf('| field | meaning |').flatMap(([name = '']) => namesIn(name));
    expect(listed).toEqual(Object.keys(shape));
  });

  it.each(CHECKER_NAMES)('lists each field of %s', (name) => {
    const rows = rowsOf('| checker | its fields |');
    const isVendor = VENDOR_NAMES.some((vendor) => vendor === name);
    const own = rows.find(([head = '']) => (isVendor ? head.startsWith('[') : namesIn(head).includes(name)));
    expect(namesIn(own?.[1] ?? '')).toEqual(Object.keys(CHECKER_FIELDS[name]));
  });
});
