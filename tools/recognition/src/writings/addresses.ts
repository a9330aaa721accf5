import { type Writing, writing, writings } from '../writing.js';

/** URIs and the addresses of messengers. */
export const ADDRESSES: readonly Writing[] = [
  writings(
    'tel:, sms:, whatsapp:, callto:',
    'always',
    ['tel:', 'TEL:', 'tel: ', 'sms:', 'whatsapp:', 'callto:', 'tel://'],
    ({ number }, scheme) => scheme + number,
  ),
  writing('tel: with dashes', 'always', ({ international }) => `tel:${international.replace(/ /g, '-')}`),
  writings(
    'tel: with parameters',
    'always',
    [';ext=5', ';isub=1234', ';ext=5;phone-context=+999'],
    ({ number }, parameters) => `tel:${number}${parameters}`,
  ),
  writing('tel: percent-encoded', 'always', ({ number }) => `tel:${number.replace('+', '%2B')}`),
  writings(
    'wa.me',
    'always',
    ['https://wa.me/', 'http://www.wa.me/', 'wa.me/'],
    ({ number }, start) => start + number.slice(1),
  ),
  writing('wa.me with a text', 'always', ({ number }) => `https://wa.me/${number.slice(1)}?text=Hi%20+4479`),
  writings(
    'whatsapp.com/send and whatsapp://send',
    'always',
    [
      'https://api.whatsapp.com/send?phone=',
      'https://web.whatsapp.com/send/?text=1&phone=',
      'whatsapp://send?phone=%2B',
    ],
    ({ number }, start) => start + number.slice(1),
  ),
  writings(
    'WhatsApp ids',
    'always',
    ['@s.whatsapp.net', '@c.us'],
    ({ number }, host) => number.slice(1) + host,
  ),
  writing('t.me/+', 'always', ({ number }) => `https://t.me/${number}`),
  writing('viber://', 'always', ({ number }) => `viber://chat?number=%2B${number.slice(1)}`),
  writing('sip: with +', 'always', ({ number }) => `sip:${number}@example.com;user=phone`),
];
