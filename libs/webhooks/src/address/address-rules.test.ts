import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressRules } from './address-rules.js';

const rules = new AddressRules();

const REFUSED = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1'],
  ...['127.255.255.254', '168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
  ],
  ...['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '100.100.100.200'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:10.0.0.1'],
  ...[
    '::ffff:169.254.169.254',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
  ],
  ...['100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '4000::1'],
  ...['', 'localhost', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]', '8.8.8.8 ', '8.8.8.8/32'],
];
const ALLOWED = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '223.255.255.255'],
  ...['::ffff:8.8.8.8', '2606:4700:4700::1111', '2a00:1450::1', '2003::1', '2001:4860:4860::8888'],
];

describe('the addresses that may be connected to', () => {
  it.each(REFUSED)('are not %j', (address) => {
    expect(rules.allows(address)).toBe(false);
  });

  it.each(ALLOWED)('are %s', (address) => {
    expect(rules.allows(address)).toBe(true);
  });

  it('are the same for an IPv4 address in whatever IPv6 spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const spelling of [`::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`]) {
          expect(rules.allows(spelling)).toBe(rules.allows(address));
        }
      }),
    );
  });

  it('are those of private networks if the operator allows them, and never the metadata of clouds', () => {
    const open = new AddressRules({ allowPrivateNetworks: true });
    for (const address of ['10.0.0.1', '127.0.0.1', '192.168.1.1', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
      expect(open.allows(address)).toBe(true);
    }
    for (const address of ['169.254.169.254', '168.63.129.16', '224.0.0.1', 'fe80::1', '0.0.0.0']) {
      expect(open.allows(address)).toBe(false);
    }
  });

  it('are those of the networks that the operator names, and no others', () => {
    const some = new AddressRules({ allowNetworks: ['10.1.0.0/16', '64:ff9b::/96', '169.254.1.1'] });
    for (const address of ['10.1.255.255', '::ffff:10.1.0.1', '64:ff9b::8.8.8.8', '169.254.1.1']) {
      expect(some.allows(address)).toBe(true);
    }
    for (const address of ['10.2.0.0', '64:ff9b:1::1', '169.254.1.2', '127.0.0.1']) {
      expect(some.allows(address)).toBe(false);
    }
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    'localhost',
    'fd00::/129',
    '',
    '10.0.0.0/-1',
  ])('cannot be named as %j', (network) => {
    expect(() => new AddressRules({ allowNetworks: [network] })).toThrow(RangeError);
  });
});
