import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../message/http-message.js';
import { crossSiteRefusal } from './cross-site.js';

type SentHeaders = Readonly<Record<string, string>>;

function refused(headers: SentHeaders, { method = 'POST', trusted = [] as string[] } = {}): boolean {
  const sent: SentHeaders = { host: 'phones.example:8080', ...headers };
  // The members that it reads.
  const request = { method, header: (name: string) => sent[name] } as HttpRequest;
  return crossSiteRefusal(request, new Set(trusted))?.code === 'cross_site_request';
}

describe('a request that a browser signs in by itself', () => {
  it.each<[SentHeaders, boolean]>([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'to-come' }, true],
    // The browser knows better than a comparison of names.
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://seen-by-the-proxy.example' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://phones.example:8080' }, true],
    [{ origin: 'https://phones.example:8080' }, false],
    [{ origin: 'http://phones.example:8080', host: 'Phones.Example:8080' }, false],
    [{ origin: 'https://phones.example' }, true],
    // A proxy may write the default port, which origins leave out.
    [{ origin: 'https://phones.example', host: 'phones.example:443' }, false],
    [{ origin: 'http://phones.example', host: 'Phones.Example:80' }, false],
    [{ origin: 'https://[2001:db8::1]', host: '[2001:DB8::1]:443' }, false],
    [{ origin: 'https://phones.example', host: 'phones.example:80' }, true],
    [{ origin: 'http://phones.example', host: 'phones.example:443' }, true],
    [{ origin: 'https://other.example', host: 'phones.example:443' }, true],
    // A host of a request that is no host is not the page's.
    [{ origin: 'https://phones.example', host: '' }, true],
    [{ origin: 'https://phones.example', host: 'other.example@phones.example' }, true],
    [{ origin: 'https://phones.example', host: 'phones.example/path' }, true],
    [{ origin: 'https://other.example:8080' }, true],
    [{ origin: 'null' }, true],
    [{ origin: 'no address' }, true],
    [{ origin: 'https://other.example', 'x-forwarded-host': 'other.example' }, true],
  ])('with %j is refused: %s', (headers, expected) => {
    expect(refused(headers)).toBe(expected);
  });

  it('is taken from the origins that the host trusts', () => {
    const trusted = ['https://app.example'];
    expect(refused({ 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, { trusted })).toBe(
      false,
    );
    expect(refused({ origin: 'https://app.example' }, { trusted })).toBe(false);
    expect(refused({ origin: 'http://app.example' }, { trusted })).toBe(true);
    expect(refused({ 'sec-fetch-site': 'same-site' }, { trusted })).toBe(true);
  });

  it.each([
    ['GET', 'document', false],
    ['HEAD', 'document', false],
    ['POST', 'document', true],
    ['DELETE', 'document', true],
    ['GET', 'iframe', true],
    ['GET', 'image', true],
    ['GET', 'empty', true],
  ])('may be a link: %s for %s is refused: %s', (method, dest, expected) => {
    expect(refused({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest }, { method })).toBe(expected);
  });
});
