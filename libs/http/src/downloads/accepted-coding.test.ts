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

  it.each(['deflate ; q = 0.5 ,\tgzip ; Q = 1', ' * '])('lets %j have its spaces', (header) =>
    expect(acceptsGzip(header)).toBe(true),
  );

  // A pattern that tries every division of the spaces takes minutes here.
  it.each([
    ['behind a coding', `gzip${' '.repeat(300_000)}x`],
    ['around a weight', `gzip${' '.repeat(100_000)};${' '.repeat(100_000)}q${' '.repeat(100_000)}x`],
  ])('says no at once where many spaces stand %s', (_, header) => expect(acceptsGzip(header)).toBe(false));
});
