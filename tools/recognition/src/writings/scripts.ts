import { bareWritings, type Writing, writing, writings } from '../writing.js';

const SPACES = [
  ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
];
const DASHES = [...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d\u30a0\u301c'];
const INVISIBLE = [...'\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'];
const EMBEDDINGS = [
  '\u202a\u202c',
  '\u202b\u202c',
  '\u202d\u202c',
  '\u2066\u2069',
  '\u2067\u2069',
  '\u2068\u2069',
];
const ZEROS = { 'full-width': 0xff10, 'Arabic-Indic': 0x0660, Persian: 0x06f0, Devanagari: 0x0966 };

/** The same number in the characters of other scripts. */
export const SCRIPTS: readonly Writing[] = [
  writings('every Unicode space', 'always', SPACES, ({ international }, space) =>
    international.replace(/[ -]/g, space),
  ),
  writings('every Unicode dash', 'always', DASHES, ({ international }, dash) =>
    international.replace(/[ -]/g, dash),
  ),
  writings('invisible characters', 'always', INVISIBLE, ({ international }, mark) =>
    international.replace(/ /g, `${mark} ${mark}`),
  ),
  writings(
    'direction marks around',
    'always',
    EMBEDDINGS,
    ({ international }, [open, close]) => `${open}${international}${close}`,
  ),
  ...Object.entries(ZEROS).flatMap(([script, zero]) => {
    const inScript = (text: string): string =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    return [
      writing(`${script} digits`, 'always', ({ number }) => `+${inScript(number.slice(1))}`),
      ...bareWritings(`${script} digits, without +`, [''], ({ number }) => inScript(number.slice(1))),
      writings(`${script} digits, national`, 'with_country', [''], ({ national }) => inScript(national)),
    ];
  }),
  writings('full-width writing', 'always', ['\u3000', '－', 'ー'], ({ international }, between) =>
    international
      .replace('+', '＋')
      .replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      .replace(/[ -]/g, between),
  ),
  writings('digits of emojis', 'always', ['+', '➕'], ({ number }, plus) =>
    number.slice(1).replace(/\d/g, '$&\ufe0f\u20e3').replace(/^/, plus),
  ),
];
