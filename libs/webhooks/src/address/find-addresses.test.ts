import { describe, expect, it } from 'vitest';
import { AddressRules, askNameServers, findAddresses } from './address-rules.js';
import { type NameRecords, startNameServer } from './name-server.fixture.js';

const IPV6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
const LOOPBACK6 = [...Array(15).fill(0), 1];

const RECORDS: NameRecords = (name) => {
  switch (name) {
    case 'both.test':
      return { a: [[8, 8, 8, 8]], aaaa: [IPV6] };
    case 'old.test':
      return { a: [[8, 8, 4, 4]], aaaa: [] };
    case 'mixed.test':
      return {
        a: [
          [10, 0, 0, 1],
          [9, 9, 9, 9],
          [127, 0, 0, 1],
        ],
        aaaa: [LOOPBACK6],
      };
    case 'inside.test':
      return { a: [[169, 254, 169, 254]], aaaa: [LOOPBACK6] };
    default:
      return undefined;
  }
};

async function find(host: string, signal = new AbortController().signal): Promise<readonly string[]> {
  const resolve = askNameServers([await startNameServer(RECORDS)]);
  return await findAddresses(host, { resolve, rules: new AddressRules() }, signal);
}

describe('the addresses of a host', () => {
  it('are asked of name servers, of both kinds', async () => {
    expect([...(await find('both.test'))].sort()).toEqual(['2606:4700:4700::1111', '8.8.8.8']);
    expect(await find('old.test')).toEqual(['8.8.4.4']);
  });

  it('are those that may be connected to', async () => {
    expect(await find('mixed.test')).toEqual(['9.9.9.9']);
    await expect(find('inside.test')).rejects.toThrow('inside.test leads to no public address');
  });

  it('are none if there is no such name', async () => {
    await expect(find('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('are not awaited after the signal', async () => {
    const ended = new AbortController();
    const silent = await startNameServer(() => {
      ended.abort();
      return null;
    });
    const resolve = askNameServers([silent]);
    await expect(resolve('slow.test', ended.signal)).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect(resolve('slow.test', ended.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('need no look-up if the host is an address', async () => {
    const settings = { resolve: () => Promise.reject(new Error('it was asked')), rules: new AddressRules() };
    const { signal } = new AbortController();
    expect(await findAddresses('8.8.8.8', settings, signal)).toEqual(['8.8.8.8']);
    await expect(findAddresses('127.0.0.1', settings, signal)).rejects.toThrow('no public address');
  });
});
