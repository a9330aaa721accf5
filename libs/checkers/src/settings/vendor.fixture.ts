import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckContext, type E164, isBulkNumberChecker, statusOfAnswer } from '@dialproof/core';
import { onTestFinished } from 'vitest';
import type { AnyChecker } from '../calls/same-kind.js';
import { secretsOf } from '../vendors/recorded.fixture.js';
import { checkersOf } from './checkers.js';
import { type ConfiguredCheckerOptions, configuredChecker } from './configured-checker.js';

export const NUMBER = '+41791234567' as E164;
export const ENVIRONMENT = {
  TWILIO_TOKEN: 'secret-1',
  INFOBIP_KEY: 'secret-2',
  LINES_KEY: 'secret-4',
  HLR_SECRET: 'secret-5',
  UPSTREAM_TOKEN: 'secret-6',
  OTHER_TOKEN: 'secret-7',
  TELEGRAM_TOKEN: 'secret-8',
  PRIVATE_KEY: secretsOf('vonage-identity')['private_key'],
};

/** Entries of `checkers.json`, with their secrets in {@link ENVIRONMENT}. */
export const SANDBOX = { checker: 'sandbox' };
export const EVIDENCE = { checker: 'evidence' };
export const TWILIO = { checker: 'twilio', accountSid: 'AC1', authToken: { env: 'TWILIO_TOKEN' } };
export const UPSTREAM = {
  checker: 'dialproof',
  baseUrl: 'https://numbers.example.com',
  token: { env: 'UPSTREAM_TOKEN' },
};
export const HLR_LOOKUPS = {
  checker: 'hlr-lookups',
  apiKey: { env: 'LINES_KEY' },
  apiSecret: { env: 'HLR_SECRET' },
};
export const TRESTLE = { checker: 'trestle', secrets: { api_key: { env: 'LINES_KEY' } } };
export const TELEGRAM_GATEWAY = {
  checker: 'telegram-gateway',
  accessToken: { env: 'TELEGRAM_TOKEN' },
  ownersOfAllNumbersHaveConsented: true,
};
export const INFOBIP = {
  checker: 'infobip',
  baseUrl: 'https://x.api.infobip.com',
  apiKey: { env: 'INFOBIP_KEY' },
};

export interface ConfiguredOptions extends Omit<ConfiguredCheckerOptions, 'checkers'> {
  /** The fields of `checkers.json` beside its checkers. */
  readonly around?: object;
}

/** The checker of these entries of `checkers.json`. */
export function configured(entries: readonly object[], { around, ...host }: ConfiguredOptions = {}) {
  return configuredChecker({ ...host, checkers: checkers(entries, around) });
}

export function checkers(entries: readonly object[], around: object = {}) {
  return checkersOf({ checkers: entries, ...around }, { environment: ENVIRONMENT });
}

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

/** The entry of an API, whose description sends these headers. */
export function described(headers: Readonly<Record<string, string>>) {
  const description = {
    name: 'our-lines',
    request: { url: 'https://lines.example.com/{digits}', headers },
    answer: { status: [{ path: 'state', values: { gone: 'dead' } }] },
  };
  return { checker: 'http', description };
}
