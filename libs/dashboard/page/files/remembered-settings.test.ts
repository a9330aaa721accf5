import type { Preview } from '@dialproof/client';
import { describe, expect, it } from 'vitest';
import { signOfHeader } from './remembered-settings.js';

function sign(...names: readonly string[]): string {
  const columns = names.map((name, index) => ({ index, name, samples: [] }));
  // No more of a preview is looked at.
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
