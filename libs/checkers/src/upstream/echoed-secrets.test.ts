import type { E164 } from '@dialproof/core';
import { startFakeUpstream, type UpstreamAnswers } from '@dialproof/testkit/upstreams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describedChecker } from '../described/index.js';
import { dialproofBatchChecker, dialproofChecker } from '../dialproof/index.js';
import { hlrLookupsChecker } from '../hlr-lookups/index.js';
import { infobipChecker } from '../infobip/index.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import { ask, statusIn, type UpstreamChecker } from './upstream-subjects.fixture.js';

// A number that is spelt out in E.164 needs no reader.
const PHONE = '+41791234567' as E164;
const DESCRIPTION = {
  name: 'described',
  request: {
    url: 'https://api.example.com/{digits}',
    basic: { user: 'us', password: '{secret.key}' },
  },
  answer: { status: [{ path: 'state', values: { up: 'wa_registered' } }], reason: 'cause' },
};

interface Echo {
  readonly create: (baseUrl: string, secret: string) => UpstreamChecker;
  /** The reply, with this text wherever the upstream has words of its own. */
  readonly answers: (text: string) => UpstreamAnswers;
  readonly status: string;
}

const always =
  (body: unknown, status = 200): UpstreamAnswers =>
  () => ({ status, body });

const twilioEntry = (text: string) => ({
  correlation_id: PHONE.slice(1),
  phone_number: PHONE,
  valid: false,
  validation_errors: [text],
});

const ECHOES: Readonly<Record<string, Echo>> = {
  twilio: {
    create: (baseUrl, authToken) => twilioLookupChecker({ baseUrl, accountSid: 'AC00', authToken }),
    answers: (text) => always(twilioEntry(text)),
    status: 'unknown',
  },
  infobip: {
    create: (baseUrl, apiKey) => infobipChecker({ baseUrl, apiKey }),
    answers: (text) =>
      always({
        results: [
          { to: PHONE.slice(1), status: { groupName: 'REJECTED', name: text }, error: { name: text } },
        ],
      }),
    status: 'unknown',
  },
  'hlr-lookups': {
    create: (baseUrl, apiSecret) => hlrLookupsChecker({ baseUrl, apiKey: 'the-key', apiSecret }),
    answers: (text) => always({ msisdn: PHONE, connectivity_status: 'CONNECTED', data_source: text }),
    status: 'unknown',
  },
  described: {
    create: (baseUrl, key) =>
      describedChecker(JSON.parse(JSON.stringify(DESCRIPTION).replace('https://api.example.com', baseUrl)), {
        secrets: { key },
      }),
    answers: (text) => always({ state: 'up', cause: text }),
    status: 'wa_registered',
  },
  dialproof: {
    create: (baseUrl, token) => dialproofChecker({ baseUrl, token }),
    answers: (text) =>
      always({
        phone: PHONE,
        status: 'dead',
        checked_at: '2026-11-01T00:00:00Z',
        source: text.toLowerCase(),
        reason: text,
      }),
    status: 'dead',
  },
  'dialproof, many': {
    create: (baseUrl, token) => dialproofBatchChecker({ baseUrl, token, pollMs: 1 }),
    answers:
      (text) =>
      ({ method, path }) => {
        if (method === 'POST') return { status: 202, body: { task_id: 't' } };
        if (!path.endsWith('/download')) return { status: 200, body: { status: 'done', checks_failed: 0 } };
        const cell = `"${text.replaceAll('"', '""')}"`;
        const header =
          'phone,verification_status,verification_source,verification_reason,verification_checked_at';
        return { status: 200, body: `${header}\n${PHONE},dead,${cell},${cell},2026-11-01T00:00:00Z\n` };
      },
    status: 'dead',
  },
};

const SECRETS = ['Kx7e', 'my-word', 'a"b\\c/d', '12345', 'a longer secret, of 37 characters/+=='];

function formsOf(secret: string): string[] {
  const basic = Buffer.from(`us:${secret}`).toString('base64');
  return [secret, `bad: ${secret}!`, encodeURIComponent(secret), JSON.stringify(secret), btoa(secret), basic];
}

async function start(answers: UpstreamAnswers): Promise<string> {
  const upstream = await startFakeUpstream(answers);
  onTestFinished(() => upstream.close());
  return upstream.baseUrl;
}

describe.each(Object.entries(ECHOES))('an answer of %s', (name, { answers, create, status }) => {
  it.each(SECRETS)('quotes no secret that the upstream echoes: %s', async (secret) => {
    // Only the described checker sends this pair as basic credentials.
    for (const text of formsOf(secret).slice(0, name === 'described' ? 6 : 5)) {
      const [answer] = await ask(create(await start(answers(text)), secret), [PHONE]);
      expect(statusIn(answer)).toBe(status);
      const told = JSON.stringify(answer).toLowerCase();
      const quoted = JSON.stringify(text).slice(1, -1).toLowerCase();
      // A reason has at most 60 characters: the beginning of a secret is a part of it, too.
      expect(told).not.toContain(quoted.slice(0, 20));
    }
  });

  it('quotes what holds none', async () => {
    const [answer] = await ask(create(await start(answers('some-words')), 'the-secret'), [PHONE]);
    expect(JSON.stringify(answer)).toContain('some-words');
  });
});

describe('a refusal', () => {
  const REFUSED: readonly ((baseUrl: string, secret: string) => UpstreamChecker)[] = [
    ...Object.values(ECHOES).map(({ create }) => create),
    (baseUrl, accessToken) =>
      telegramGatewayChecker({ baseUrl, accessToken, ownersOfAllNumbersHaveConsented: true }),
  ];

  it.each(['abcd', '4711'])('quotes no secret that looks like a word or a code: %s', async (secret) => {
    for (const word of [secret, Number(secret)]) {
      const body = {
        ok: false,
        code: word,
        error: word,
        detail: word,
        requestError: { serviceException: { messageId: word } },
      };
      const baseUrl = await start(always(body, 418));
      for (const create of REFUSED) {
        const error: unknown = await ask(create(baseUrl, secret), [PHONE]).catch((reason) => reason);
        expect(error).toBeInstanceOf(Error);
        expect(String(error)).not.toContain(secret);
      }
    }
  });
});

describe('a secret of fewer than four characters', () => {
  it.each(Object.entries(ECHOES))('is refused by %s', async (_name, { create }) => {
    expect(() => create('https://upstream.example', 'key')).toThrow('at least 4 characters');
  });

  it('is refused when a function gives it', async () => {
    const checker = infobipChecker({ baseUrl: 'https://upstream.example', apiKey: () => 'key' });
    await expect(ask(checker, [PHONE])).rejects.toMatchObject({
      code: 'checker_unauthorized',
      hint: expect.stringContaining('at least 4 characters'),
    });
  });
});
