import { isDialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { assertDriver, type DriverVersions } from './driver.js';

describe('assertDriver', () => {
  const hintFor = (versions: DriverVersions): string | undefined => {
    try {
      assertDriver(versions);
      return undefined;
    } catch (error) {
      return isDialproofError(error, 'storage_unavailable') ? error.hint : String(error);
    }
  };

  // Node 22.14 and 23.6 were the first with Node-API 10.
  it.each([
    ['13.2.0', '22.12.0', 9],
    ['13.0.0', '22.13.1', 9],
    ['13.2.0', '20.20.2', 9],
    ['14.0.0', '20.20.2', 9],
  ])('refuses better-sqlite3 %s on Node %s with what to install', (driver, node, nodeApi) => {
    expect(hintFor({ driver, node, nodeApi })).toBe(
      `better-sqlite3 ${driver} needs Node 22.14 or newer, and this is Node ${node}: install better-sqlite3@12, or a newer Node`,
    );
  });

  it.each([
    ['12.11.1', '20.19.0', 9],
    ['12.11.1', '26.10.0', 10],
    ['13.2.0', '22.14.0', 10],
    [undefined, '20.19.0', 9],
  ])('takes better-sqlite3 %s on Node %s', (driver, node, nodeApi) => {
    expect(hintFor({ driver, node, nodeApi })).toBeUndefined();
  });
});
