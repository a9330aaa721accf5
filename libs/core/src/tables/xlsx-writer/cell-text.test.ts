import { describe, expect, it } from 'vitest';
import { inlineString } from './cell-text.js';

describe('inlineString', () => {
  it.each([
    ['+41791234567', '<t>+41791234567</t>'],
    ['=1+1', '<t>=1+1</t>'],
    ['a <b> & "c"', '<t>a &lt;b&gt; &amp; "c"</t>'],
    ['a_b', '<t>a_b</t>'],
    ['😀', '<t>😀</t>'],
  ])('leaves %j text', (text, xml) => {
    expect(inlineString(text)).toBe(xml);
  });

  it.each([' a', 'a ', 'a  b', 'a\nb', '\ta'])('has the white space of %j preserved', (text) => {
    expect(inlineString(text)).toBe(`<t xml:space="preserve">${text}</t>`);
  });

  it('keeps a carriage return from becoming a line feed', () => {
    expect(inlineString('a\r\nb')).toBe('<t xml:space="preserve">a&#13;\nb</t>');
  });

  it.each([
    ['a control character', 'a\u0001', 'a_x0001_'],
    ['half a surrogate pair', '\ud83d😀\ude00', '_xD83D_😀_xDE00_'],
    ['a noncharacter', '\ufffe', '_xFFFE_'],
    ['what looks like an escape', '_x0041_', '_x005F_x0041_'],
    ['what looks like one to some readers', '_Xabcd_', '_x005F_Xabcd_'],
    ['what looks like two that share an underscore', '_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['what becomes one by the escape behind it', '_x0041\u0001', '_x005F_x0041_x0001_'],
  ])('escapes %s', (_, text, escaped) => {
    expect(inlineString(text)).toBe(`<r><t>${escaped}</t></r>`);
  });

  it.each(['_x004_', '_x00g1_', 'x0041_', '_x0041'])('takes %j for no escape', (text) => {
    expect(inlineString(text)).toBe(`<t>${text}</t>`);
  });
});
