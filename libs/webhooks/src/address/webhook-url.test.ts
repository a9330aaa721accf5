import { isDialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { AddressRules } from './address-rules.js';
import { readWebhookUrl } from './webhook-url.js';

const rules = new AddressRules();

function hintOf(url: unknown, by = rules): string | undefined {
  try {
    readWebhookUrl(url, by);
    return undefined;
  } catch (error) {
    if (!isDialproofError(error, 'invalid_webhook_url')) throw error;
    return error.hint;
  }
}

describe('the address of a webhook', () => {
  it.each([
    ['https://example.com/hooks?x=1', 'https://example.com/hooks?x=1'],
    ['https://EXAMPLE.com:443', 'https://example.com/'],
    ['https://example.com:8443/#part', 'https://example.com:8443/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('is kept: %s', (url, kept) => {
    expect(readWebhookUrl(url, rules)).toBe(kept);
  });

  it.each([
    ...[
      'http://example.com/',
      'ftp://example.com/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'example.com',
    ],
    ...[
      'https://',
      '',
      'https://user@example.com/',
      'https://user:secret@example.com/',
      'https://:x@example.com/',
    ],
    ...[
      'https://example.com:22/',
      'https://example.com:25/',
      'https://example.com:80/',
      'https://example.com:1023/',
    ],
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://0177.0.0.1/',
    ],
    ...[
      'https://0/',
      'https://127.0.0.1./',
      'https://１２７.0.0.1/',
      'https://169.254.169.254/latest/meta-data',
    ],
    ...[
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
    ],
    ...['https://[fd00:ec2::254]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://10.0.0.1:8443/'],
    ...[
      'https://localhost/',
      'https://localhost./',
      'https://a.localhost/',
      'https://printer/',
      'https://nas.local/',
    ],
    ...[
      'https://metadata.google.internal/',
      'https://router.home.arpa/',
      `https://example.com/${'x'.repeat(2_048)}`,
    ],
    ...[undefined, null, 42, ['https://example.com/']],
  ])('is refused: %s', (url) => {
    expect(hintOf(url)).toEqual(expect.any(String));
  });

  it('may be in a network of the operator if the operator allows it', () => {
    const open = new AddressRules({ allowPrivateNetworks: true });
    for (const url of ['https://127.0.0.1:8443/', 'https://localhost:8443/', 'https://crm.internal/hooks']) {
      expect(hintOf(url, open)).toBeUndefined();
    }
    expect(hintOf('https://169.254.169.254/', open)).toContain('169.254.169.254 is not a public address');
    expect(hintOf('http://localhost:8443/', open)).toContain('https');
  });
});
