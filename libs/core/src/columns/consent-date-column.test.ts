import { describe, expect, it } from 'vitest';
import { consentDateColumn } from './consent-date-column.js';

const HEADER = ['phone', 'Birthday', 'none of these'];

describe('consentDateColumn', () => {
  it.each([
    'consent_date',
    'Consent Date',
    'consentDate',
    'Opt-in date',
    'opted_in_at',
    'Fecha de consentimiento',
    'Einwilligungsdatum',
  ])('finds %s', async (name) => {
    expect(await consentDateColumn(['phone', name], undefined)).toEqual({ index: 1, name });
  });

  it.each([
    'consent',
    'date',
    'created_at',
    'email consent date',
    'consent date of the parents',
    'x'.repeat(100),
  ])('leaves %s alone', async (name) => {
    expect(await consentDateColumn(['phone', name], undefined)).toBeUndefined();
  });

  it('takes the column that is named by header or position', async () => {
    expect(await consentDateColumn([...HEADER, 'consent_date'], 'birthday')).toMatchObject({ index: 1 });
    expect(await consentDateColumn(HEADER, '1')).toMatchObject({ name: 'Birthday' });
    expect(await consentDateColumn(HEADER, 1)).toMatchObject({ name: 'Birthday' });
  });

  it('takes none where none is named', async () => {
    expect(await consentDateColumn(['phone', 'consent_date'], ' None ')).toBeUndefined();
  });

  it('refuses a column that the file does not have', async () => {
    for (const column of ['when', '3', 3])
      await expect(consentDateColumn(HEADER, column)).rejects.toHaveProperty('code', 'column_not_found');
  });
});
