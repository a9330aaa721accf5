import { describe, expect, it } from 'vitest';
import { utf8Characters, utf8Prefix, wholeCharacters } from './unicode-text.js';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('utf8Characters', () => {
  it.each([
    ['ASCII alone', bytes('a,b'), 0, 0],
    ['characters of every length', bytes('aé漢😀b'), 3, 0],
    ['letters of Windows-1252', bytes('Jos', 0xe9, ',f', 0xfc, 'r'), 0, 2],
    ['both', bytes(0xe9, 'é', 0x80, '漢'), 2, 2],
    ['a character that is cut off', bytes('é', 0xe6, 0xbc), 1, 2],
    ['bytes that begin no character', bytes(0xc0, 0x80, 0xff), 0, 3],
  ])('counts %s', (_, text, like, unlike) => {
    expect(utf8Characters(text)).toEqual({ like, unlike });
  });
});

describe('utf8Prefix', () => {
  it.each([
    [bytes('aé漢😀'), 'aé漢😀'],
    [bytes('aé', 0xff, 'b'), 'aé'],
    [bytes('é', 0xf0, 0x9f), 'é'],
    [bytes(0x80), ''],
    [bytes('a', 0xed, 0xa0, 0x80), 'a'],
  ])('ends before what is no character (%#)', (text, prefix) => {
    expect(utf8Prefix(text).toString()).toBe(prefix);
  });
});

describe('wholeCharacters', () => {
  it.each([
    [bytes('aé'), 3],
    [bytes('a', 0xc3), 1],
    [bytes('a', 0xe6, 0xbc), 1],
    [bytes('a', 0xf0, 0x9f, 0x98), 1],
    [bytes('😀'), 4],
    [bytes(0x80, 0x80, 0x80, 0x80), 4],
    [bytes(''), 0],
  ])('leaves out a character that is cut off (%#)', (text, length) => {
    expect(wholeCharacters(text)).toBe(length);
  });
});
