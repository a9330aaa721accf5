import { describe, expect, it } from 'vitest';
import { acceptsGzip, hasContent } from './gzipped.js';

const request = (value: string | undefined) => ({ header: () => value });

describe('acceptsGzip', () => {
  it.each([
    'gzip',
    'GZIP',
    'deflate, gzip;q=1.0, *;q=0.5',
    'br;q=0.9, gzip;q=0.001',
    '*',
    'gzip, deflate, br, zstd',
  ])('is true for %j', (header) => expect(acceptsGzip(request(header))).toBe(true));

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, *', '*;q=0', 'gzipped'])(
    'is false for %j',
    (header) => expect(acceptsGzip(request(header))).toBe(false),
  );
});

describe('hasContent', () => {
  it.each(['"abc"', 'W/"abc"', '*', '"x", "abc"', '"x",W/"abc" ,"y"'])('is true for %j', (header) =>
    expect(hasContent(request(header), '"abc"')).toBe(true),
  );

  it.each([undefined, '', 'abc', '"ab"', '"abc', '"ABC"', '"x", "y"', '"abc"x'])(
    'is false for %j',
    (header) => expect(hasContent(request(header), '"abc"')).toBe(false),
  );
});
