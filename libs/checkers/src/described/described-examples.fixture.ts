import { readFileSync } from 'node:fs';
import type { UpstreamAnswers, UpstreamReply } from '@dialproof/testkit/upstreams';

const DOCUMENT = readFileSync(new URL('../../../../docs/http-checker.md', import.meta.url), 'utf8');

/** The descriptions that the document shows, by their names. */
const EXAMPLES: ReadonlyMap<string, { readonly name: string }> = new Map(
  Array.from(DOCUMENT.matchAll(/^```json\n([\s\S]*?)^```$/gm), ([, text = '']) => {
    const description: { name: string } = JSON.parse(text);
    return [description.name, description];
  }),
);

/** One of the document's descriptions, of an API at this address. */
export function exampleAt(name: string, baseUrl: string): { [field: string]: unknown } {
  return JSON.parse(JSON.stringify(EXAMPLES.get(name)).replace('https://api.example.com', baseUrl));
}

/** The APIs that the document describes. It knows lines by their numbers in E.164: `live`, `off` or `gone`. */
export function exampleUpstream(key: string, lines: ReadonlyMap<string, string>): UpstreamAnswers {
  const basic = Buffer.from(`our-account:${key}`).toString('base64');
  const stateOf = (digits: string) => lines.get(`+${digits}`);
  return ({ body, headers, path, query }) => {
    const given = [headers['x-api-key'], headers.authorization, query.get('key')];
    const isKnown = [key, `Bearer ${key}`, `Basic ${basic}`].some((secret) => given.includes(secret));
    if (!isKnown) return reply(401, { error: 'KEY' });
    switch (path.split('/')[1]) {
      case 'lines':
        return lineReply(path.slice('/lines/'.length), stateOf);
      case 'check': {
        const { phoneNumber }: { phoneNumber: unknown } = JSON.parse(body);
        if (typeof phoneNumber !== 'number') return reply(400, { error: 'FORMAT' });
        const state = stateOf(String(phoneNumber));
        return reply(200, { valid: state !== 'gone', exists: state === 'live' });
      }
      case 'bulk': {
        const { phones }: { phones: { id: string; phone: string }[] } = JSON.parse(body);
        return reply(200, { results: phones.map(({ id }) => ({ id, ...BULK[stateOf(id) ?? ''] })) });
      }
      case 'number-recycling': {
        const { specifiedDate, phoneNumber }: Record<string, string> = JSON.parse(body);
        if (!lines.has(phoneNumber ?? '')) return reply(404, { code: 'IDENTIFIER_NOT_FOUND' });
        return reply(200, { phoneNumberRecycled: (specifiedDate ?? '') < '2025-01-01' });
      }
      case 'map': {
        const digits = query.get('numbers')?.split(',') ?? [];
        return reply(200, { lines: Object.fromEntries(digits.map((one) => [one, MAP[stateOf(one) ?? '']])) });
      }
      default:
        return reply(404, {});
    }
  };
}

const BULK: Readonly<Record<string, object>> = {
  live: { state: 'ok' },
  off: { state: 'failed', error: { name: 'EC_ABSENT_SUBSCRIBER' } },
  gone: { state: 'failed', error: { name: 'EC_UNKNOWN_SUBSCRIBER' } },
};
const MAP: Readonly<Record<string, unknown>> = { live: 1, off: 0, gone: 'gone' };
const STATES: Readonly<Record<string, string>> = { live: 'active', off: 'off', gone: 'unassigned' };

function lineReply(digits: string, stateOf: (digits: string) => string | undefined): UpstreamReply {
  const state = STATES[stateOf(digits) ?? ''];
  if (state === undefined) return reply(404, {});
  const seen_at = '2026-03-01T10:00:00Z';
  return reply(200, { line: { number: `+${digits}`, state, cause: `found ${state}`, seen_at } });
}

function reply(status: number, body: unknown): UpstreamReply {
  return { status, body };
}
