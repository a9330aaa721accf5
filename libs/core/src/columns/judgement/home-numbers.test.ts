import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { findPhoneColumn } from '../find-phone-column.js';
import { readingOf } from '../found-column.js';

async function read(cells: readonly string[], defaultCountry: CountryCode, areaCode?: string) {
  const reading = { defaultCountry, areaCode };
  const found = await findPhoneColumn([['Phone'], ...cells.map((cell) => [cell])], reading);
  return cells.map((cell) => readPhoneCell(cell, readingOf(found, reading)));
}

describe('numbers that lost their zero, of which some are numbers of another country too', () => {
  it.each<[country: CountryCode, callingCode: string, cells: readonly string[]]>([
    ['DE', '49', ['15123456789', '15177654321', '1711234567', '1761234567']],
    ['AT', '43', ['6642123456', '6641234567', '6761234567', '6991234567']],
    ['ID', '62', ['81234567890', '85712345678', '89612345678', '81312345678']],
    ['GB', '44', ['2033123456', '2079460958', '1614960000', '7911123456']],
  ])('are read in %s where the others are numbers at home alone', async (country, callingCode, cells) => {
    expect(await read(cells, country)).toEqual(cells.map((cell) => `+${callingCode}${cell}`));
    const [open = ''] = cells;
    expect(readPhoneCell(open, { defaultCountry: country })).toBeUndefined();
    expect(await read([open, open], country)).toEqual([undefined, undefined]);
  });

  it('are unknown beside numbers of other countries', async () => {
    const cells = ['15123456789', '1711234567', '14155552671', '12025550123'];
    expect(await read(cells, 'DE')).toEqual([undefined, '+491711234567', undefined, undefined]);
    const swiss = Array.from({ length: 20 }, (_, index) => `4179${1_234_567 + index * 7_919}`);
    expect(await read(swiss, 'DE')).toEqual(swiss.map(() => undefined));
  });
});

describe('a local cell that begins like the calling code', () => {
  const others = ['2648110', '2648111', '2648112'];

  it('stays unknown if no more digits are behind it than a local number has', async () => {
    expect(await read(['493015660', ...others], 'DE')).toEqual([undefined, undefined, undefined, undefined]);
    const [first] = await read(['493015660', ...others], 'DE', '30');
    expect(first).toBeUndefined();
  });

  it('is a number with its calling code if it has more digits', async () => {
    const [first] = await read(['49301566012', ...others], 'DE', '30');
    expect(first).toBe('+49301566012');
  });
});

describe('a local cell much shorter than the others of its column', () => {
  it.each<[string, readonly string[], readonly (string | undefined)[]]>([
    [
      'beside eight digits',
      ['26481100', '19222', '26481101', '10000', '2648-1102', '264811'],
      ['+493026481100', undefined, '+493026481101', undefined, '+493026481102', '+4930264811'],
    ],
    [
      'beside seven',
      ['2648110', '2648111', '19222', '264811'],
      ['+49302648110', '+49302648111', undefined, '+4930264811'],
    ],
    [
      'beside eight digits and mobile numbers',
      ['26481100', '0171 1234567', '19222', '0171 1234568', '26481101', '0171 1234569'],
      ['+493026481100', '+491711234567', undefined, '+491711234568', '+493026481101', '+491711234569'],
    ],
    ['not beside others as short', ['26481', '29222', '26482'], ['+493026481', '+493029222', '+493026482']],
  ])('stays unknown with an area code: %s', async (_, cells, numbers) => {
    expect(await read(cells, 'DE', '30')).toEqual(numbers);
  });
});

describe('lost zeros', () => {
  async function read(cells: readonly string[], defaultCountry: CountryCode) {
    const found = await findPhoneColumn([['Name', 'Phone'], ...cells.map((cell) => ['', cell])], {
      defaultCountry,
    });
    const reading = readingOf(found, { defaultCountry });
    return cells.map((cell) => readPhoneCell(cell, reading));
  }

  describe('digits that lost their zero', () => {
    it.each<[CountryCode, string, readonly string[], string]>([
      ['IE', '16012345', ['01 6112340', '01 6112341', '085 1234567'], '+35316012345'],
      ['IE', '61 302345', ['061 312340', '061 312341', '01 6112340'], '+35361302345'],
      ['MY', '97424078', ['09-7424071', '09-7424072', '012-3456701'], '+6097424078'],
      ['AT', '31612345678', ['0316 12345601', '0316 12345602', '0664 1234567'], '+4331612345678'],
    ])('are read beside others of their area that have it: %s %s', async (country, lost, others, number) => {
      expect((await read([lost, ...others], country))[0]).toBe(number);
      expect((await read([lost], country))[0]).not.toBe(number);
    });

    it.each<[string, CountryCode, string, readonly string[]]>([
      [
        'a local number of another area is as long',
        'MY',
        '97424078',
        ['09-7424071', '09-7424072', '03-97424073', '012-3456701'],
      ],
      [
        'another cell can only be local',
        'IE',
        '16012345',
        ['01 6112340', '01 6112341', '01 6112342', '612345'],
      ],
      ['no other cell has the zero of its area', 'IE', '16012345', ['085 1234567', '085 1234568']],
      ['one other cell alone has it', 'IE', '16012345', ['01 6112340', '085 1234568']],
      [
        'more cells lost it than have it',
        'IE',
        '16012345',
        ['16012346', '16012347', '01 6112340', '01 6112341'],
      ],
      [
        'another cell is a number abroad that begins alike',
        'AT',
        '31612345678',
        ['0316 12345601', '0316 12345602', '+31 6 12345600'],
      ],
      [
        'numbers of the area are shorter',
        'AT',
        '31612345678',
        ['0316 123401', '0316 123402', '0664 1234567'],
      ],
      ['local numbers may have any length', 'AT', '5121234', ['0512 301', '0512 302', '01 5121234']],
    ])('are unknown if %s', async (_, country, lost, others) => {
      expect((await read([lost, ...others], country))[0]).toBeUndefined();
    });
  });

  describe('the form of an IP address', () => {
    it('is a phone beside phones with dots that have as many digits', async () => {
      const phones = ['93.305.85.42', '93.412.16.17'];
      expect(await read(['93.225.85.42', ...phones], 'ES')).toEqual([
        '+34932258542',
        '+34933058542',
        '+34934121617',
      ]);
    });

    it.each<[string, string, readonly string[]]>([
      ['beside phones without dots', '93.225.85.42', ['93 305 85 42', '93 412 16 17']],
      ['beside more addresses', '93.225.85.42', ['93.305.85.42', '93.212.1.17', '93.212.10.170']],
      ['with another number of digits', '93.25.85.42', ['93.305.85.42', '93.412.16.17']],
      ['if the digits are no number', '192.168.11.5', ['93.305.85.42', '93.412.16.17']],
      ['with a network', '93.225.85.42/24', ['93.305.85.42', '93.412.16.17']],
    ])('is none %s', async (_, address, others) => {
      expect((await read([address, ...others], 'ES'))[0]).toBeUndefined();
    });
  });

  describe('digits alone in a list of one country', () => {
    const local = ['4410897,,', '4482718,,', '520080,,', '541201,,'];

    it('are no number abroad if they may be two local numbers in a row', async () => {
      expect((await read(['525576525336,,', ...local], 'NP'))[0]).toBeUndefined();
      expect((await read(['525576525336,,', '01-4410897,,'], 'NP'))[0]).toBe('+525576525336');
    });

    it('are no number abroad if they may be a national number of a third country, whose calling code others have', async () => {
      const cells = ['84957654301', '84957654302', '+7 495 7654303', '0312 123456'];
      expect((await read(cells, 'KG')).slice(0, 3)).toEqual([undefined, undefined, '+74957654303']);
    });
  });

  it('the calling code of a service counts only as a group of its own', () => {
    expect(readPhoneCell('+97 9851032310')).toBeUndefined();
    expect(readPhoneCell('+979 851032310')).toBe('+979851032310');
  });
});
