import type { Preview } from '@dialproof/client';
import { describe, expect, it } from 'vitest';
import { recallable, signOfHeader } from './remembered-settings.js';

function sign(...names: readonly string[]): string {
  const columns = names.map((name, index) => ({ index, name, samples: [] }));
  // Nothing else of a preview is used.
  return signOfHeader({ columns, column_count: columns.length } as unknown as Preview);
}

describe('the sign of a header', () => {
  it('is the same for the same columns, and another for others', () => {
    expect(sign('Name', 'Phone')).toBe(sign('Name', 'Phone'));
    const others = [
      sign('Name', 'Phone'),
      sign('Phone', 'Name'),
      sign('Name'),
      sign('Name,Phone'),
      sign('NamePhone', ''),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it('shows nothing of the header', () => {
    expect(sign('+14155550100')).not.toContain('1415');
  });
});

describe('the settings of an earlier file', () => {
  const settings = { sheet: 'April', phone_column_index: 2, header_row: 3, default_country: 'DE' };

  it('are recalled as a whole if the workbook has the sheet, or none was chosen', () => {
    expect(recallable(settings, ['Cover', 'April'])).toEqual(settings);
    expect(recallable({ phone_column_index: 2 }, [])).toEqual({ phone_column_index: 2 });
  });

  it('are recalled without the choices for a missing sheet', () => {
    expect(recallable(settings, ['Cover', 'May'])).toEqual({ default_country: 'DE' });
    expect(recallable({ sheet: 'April', phone_column_index: 2 }, ['May'])).toBeUndefined();
  });
});
