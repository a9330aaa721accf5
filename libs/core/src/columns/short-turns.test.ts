import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CountryCode } from '../phone/numbering/country-code.js';
import type { Row } from '../tables/table-block.js';
import { findPhoneColumn } from './find-phone-column.js';
import { dataColumns } from './found-column.js';

/** More milliseconds than a turn may take. */
const STEP_MS = 10;

afterEach(() => {
  vi.restoreAllMocks();
});

/** How often other work has a turn during `work`, if each look at the clock shows that the turn was long. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += STEP_MS;
    return now;
  });
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

describe('the search of the phone column', () => {
  it('gives way to other work between the cells of a first row of a thousand', async () => {
    const row: Row = Array.from({ length: 1_000 }, (_, column) => `Tel. 0${column} 030 264811`);
    // Tested alone: the rest of the search has turns of its own.
    expect(await turnsDuring(() => dataColumns([row], {}))).toBeGreaterThanOrEqual(row.length);
  });

  it.each<readonly [string, string | undefined, number]>([
    ['without a country', undefined, 2],
    ['with a country', 'DE', 4],
  ])('gives way between the cells that it judges, each time, %s', async (_, country, times) => {
    const cells = Array.from({ length: 100 }, (__, row) => [`4915112345${100 + row}`]);
    const reading = { defaultCountry: country as CountryCode | undefined, phoneColumn: 0 };
    const turns = await turnsDuring(() => findPhoneColumn([['Telefon'], ...cells], reading));
    expect(turns).toBeGreaterThan(times * cells.length);
  });
});
