import { describe, expect, it } from 'vitest';
import { numberInUri } from './phone-cell.js';

describe('numberInUri', () => {
  it.each([
    ['tel:+1-201-555-0123;ext=5', '+1-201-555-0123'],
    ['tel:2015550123;phone-context=+1', '+1 2015550123'],
    ['tel:7042;phone-context=+1201555', '+1201555 7042'],
    ['tel:331-6005;phone-context=+64-3', '+643 331-6005'],
    ['tel:2015550123;phone-context=example.com', '2015550123'],
    ['tel:%2B41%2079%20123', '+41 79 123'],
    ['sms:+41791234567?body=Hi', '+41791234567'],
    ['whatsapp:+41791234567', '+41791234567'],
    ['https://wa.me/41791234567?text=call%20044%20668%2018%2000', '+41791234567'],
    ['https://api.whatsapp.com/send/?text=1&phone=%2B41791234567&app=0', '+41791234567'],
    ['whatsapp://send?phone=+41791234567', '+41791234567'],
    ['https://t.me/+41791234567', '+41791234567'],
    ['viber://chat?number=%2B41791234567', '+41791234567'],
    ['41791234567@s.whatsapp.net', '+41791234567'],
    ['sip:+41791234567@example.com;user=phone', '+41791234567'],
  ])('takes the number out of %s', (uri, number) => {
    expect(numberInUri(uri)).toBe(number);
  });

  it.each([
    'https://example.com/41791234567',
    'https://wa.me/message/ABC123',
    'https://t.me/41791234567',
    'https://t.me/+AbCd1234567',
    'sip:41791234567@example.com',
    '41791234567@example.com',
    '41791234567-1612345678@g.us',
    'mailto:41791234567@example.com',
    'https://api.whatsapp.com/send?text=41791234567',
    'tel:+41791234567, tel:+41791234568',
    '+41791234567',
  ])('finds none in %s', (text) => {
    expect(numberInUri(text)).toBeUndefined();
  });
});
