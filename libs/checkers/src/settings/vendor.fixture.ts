import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckContext, type E164, isBulkNumberChecker, statusOfAnswer } from '@dialproof/core';
import { onTestFinished } from 'vitest';
import type { AnyChecker } from '../calls/same-kind.js';
import type { ConfiguredCheckerOptions } from './configured-checker.js';

export const NUMBER = '+41791234567' as E164;
export const TWILIO = { DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1', DIALPROOF_TWILIO_AUTH_TOKEN: 'secret-1' };
export const UPSTREAM = {
  DIALPROOF_UPSTREAM_URL: 'https://numbers.example.com',
  DIALPROOF_UPSTREAM_TOKEN: 'secret-6',
};
export const HLR_LOOKUPS = {
  DIALPROOF_HLR_LOOKUPS_API_KEY: 'a-key',
  DIALPROOF_HLR_LOOKUPS_API_SECRET: 'secret-5',
};
export const CAMARA = {
  DIALPROOF_CAMARA_URL: 'https://camara.example.com',
  DIALPROOF_CAMARA_TOKEN: 'secret-3',
};
export const TELEGRAM_GATEWAY = {
  DIALPROOF_TELEGRAM_GATEWAY_CONSENT: 'owners-of-all-numbers-have-consented',
  DIALPROOF_TELEGRAM_GATEWAY_TOKEN: 'secret-8',
};
export const INFOBIP = {
  DIALPROOF_INFOBIP_URL: 'https://x.api.infobip.com',
  DIALPROOF_INFOBIP_API_KEY: 'secret-2',
};

export function context(): CheckContext {
  return { signal: new AbortController().signal };
}

export async function statusBy(checker: AnyChecker): Promise<string> {
  if (!isBulkNumberChecker(checker)) return statusOfAnswer(await checker.check(NUMBER, context()));
  const [answer] = await checker.checkMany([NUMBER], context());
  return answer === undefined || answer === 'check_failed' ? 'check_failed' : statusOfAnswer(answer);
}

export function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

/** What a vendor answers to each request, in order; the last answer again for all others. */
export function vendor(...replies: (readonly [status: number, body: unknown])[]) {
  const requests: { readonly url: string; readonly authorization: string | null }[] = [];
  const fetch: NonNullable<ConfiguredCheckerOptions['fetch']> = async (url, { headers }) => {
    requests.push({ url, authorization: new Headers(headers).get('authorization') });
    const [status, body] = replies[Math.min(requests.length, replies.length) - 1] ?? [500, {}];
    return Response.json(body, { status });
  };
  return { fetch, requests };
}

export const live = {
  phone_number: NUMBER,
  valid: true,
  validation_errors: null,
  line_status: { status: 'active', error_code: null },
};
export const dead = (to: string) => ({
  results: [
    {
      to,
      status: { groupId: 2, groupName: 'UNDELIVERABLE', id: 1, name: 'UNDELIVERABLE' },
      error: { id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true },
    },
  ],
});

/** Settings with a description that sends these headers. */
export function described(headers: Readonly<Record<string, string>>) {
  const description = {
    name: 'our-lines',
    request: { url: 'https://lines.example.com/{digits}', headers },
    answer: { status: [{ path: 'state', values: { gone: 'dead' } }] },
  };
  return { DIALPROOF_HTTP_CHECKER: file(JSON.stringify(description)) };
}
