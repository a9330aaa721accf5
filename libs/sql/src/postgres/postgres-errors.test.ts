import { expect, it } from 'vitest';
import { translatePostgresError } from './postgres-errors.js';

it('says that the user of the database lacks a right, with the error of the driver as its cause', () => {
  const cause = Object.assign(new Error('permission denied for database test'), { code: '42501' });
  expect(translatePostgresError(cause)).toMatchObject({
    code: 'storage_unavailable',
    hint: expect.stringContaining('does not allow this to its user'),
    cause,
  });
});

it('leaves a mistake in a query as it is', () => {
  const mistake = Object.assign(new Error('column "a" does not exist'), { code: '42703' });
  expect(translatePostgresError(mistake)).toBe(mistake);
});
