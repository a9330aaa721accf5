import { describe, expect, it } from 'vitest';
import { foldToAscii } from './fold-to-ascii.js';

const EVERY_CHARACTER = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint));

describe('foldToAscii', () => {
  it.each([
    ['Arabic-Indic', '٠١٢٣٤٥٦٧٨٩'],
    ['extended Arabic-Indic', '۰۱۲۳۴۵۶۷۸۹'],
    ['Devanagari', '०१२३४५६७८९'],
    ['Bengali', '০১২৩৪৫৬৭৮৯'],
    ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
    ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
    ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
    ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
    ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
    ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
    ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
    ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
    ['Lao', '໐໑໒໓໔໕໖໗໘໙'],
    ['Tibetan', '༠༡༢༣༤༥༦༧༨༩'],
    ['Burmese', '၀၁၂၃၄၅၆၇၈၉'],
    ['Khmer', '០១២៣៤៥៦៧៨៩'],
    ['Mongolian', '᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙'],
    ['full-width', '０１２３４５６７８９'],
  ])('reads %s digits', (_, digits) => {
    expect(foldToAscii(digits)).toBe('0123456789');
  });

  it('converts only decimal digits of Unicode to digits', () => {
    const digits = EVERY_CHARACTER.filter((character) => /\d/.test(foldToAscii(character)));
    expect(digits).toHaveLength(190);
    expect(digits.filter((character) => !/\p{Nd}/u.test(character))).toEqual([]);
  });

  it('converts every Unicode space and dash, and removes invisible characters', () => {
    const spaces = EVERY_CHARACTER.filter((character) => /\p{Zs}/u.test(character));
    const dashes = EVERY_CHARACTER.filter((character) => /\p{Pd}/u.test(character));
    const invisible =
      '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2069\ufeff';
    expect(new Set(spaces.map(foldToAscii))).toEqual(new Set([' ']));
    expect(new Set(dashes.map(foldToAscii))).toEqual(new Set(['-']));
    expect(foldToAscii(invisible)).toBe('');
  });

  it('reads the commas and colons of Arabic, Burmese, East Asian, Ethiopic and Khmer texts', () => {
    expect(foldToAscii('،၊、，፣')).toBe(',,,,,');
    expect(foldToAscii('：፥៖')).toBe(':::');
  });

  it('leaves everything else as it is', () => {
    const others = 'abc €²½①Ⅷ五漢😀é\u0301';
    expect(foldToAscii(others)).toBe(others);
  });
});
