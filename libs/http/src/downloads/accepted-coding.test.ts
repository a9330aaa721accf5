import { describe, expect, it } from 'vitest';
import { acceptsGzip } from './accepted-coding.js';

describe('acceptsGzip', () => {
  it.each([
    'gzip',
    'GZIP',
    'x-gzip',
    'deflate, gzip;q=1.0, *;q=0.5',
    'br;q=0.9, gzip;q=0.001',
    '*',
    'identity, *;q=0.5',
  ])('is so for %j', (header) => expect(acceptsGzip(header)).toBe(true));

  it.each([
    undefined,
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip; q=0.000, *',
    '*;q=0',
    'gzipped',
    'gzip;level=1',
  ])('is not so for %j', (header) => expect(acceptsGzip(header)).toBe(false));
});
