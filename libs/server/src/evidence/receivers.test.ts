import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../settings/settings.js';
import {
  EVIDENCE_FIRST,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
} from '../trial-server.fixture.js';

const WHATSAPP = {
  DIALPROOF_WHATSAPP_APP_SECRET: 'the-app-secret',
  DIALPROOF_WHATSAPP_VERIFY_TOKEN: 'a text of ours',
};
const TELEGRAM = { DIALPROOF_TELEGRAM_SECRET_TOKEN: 'as-in-setWebhook' };

const seconds = () => Math.floor(Date.now() / 1_000);

function serverWith(
  secretSettings: Record<string, string>,
  settings: Partial<Settings> = {},
): Promise<TrialServer> {
  return trialServer({ ...EVIDENCE_FIRST, secretSettings, ...settings });
}

function deliver({ origin }: TrialServer, from: string, secret = 'the-app-secret'): Promise<Response> {
  const messages = [{ from, id: 'wamid.1', timestamp: String(seconds()), type: 'text' }];
  const entry = [{ changes: [{ field: 'messages', value: { messages } }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return fetch(`${origin}/hooks/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  });
}

function shareContact({ origin }: TrialServer, phone_number: string): Promise<Response> {
  const message = { date: seconds(), from: { id: 7 }, contact: { phone_number, user_id: 7 } };
  return fetch(`${origin}/hooks/telegram`, {
    method: 'POST',
    body: JSON.stringify({ update_id: 1, message }),
    headers: { 'x-telegram-bot-api-secret-token': 'as-in-setWebhook', 'content-type': 'application/json' },
  });
}

const challengeOf = ({ origin }: TrialServer, token: string) =>
  fetch(
    `${origin}/hooks/whatsapp?${new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': '1158201444',
    })}`,
  );

describe('the webhooks of the server', () => {
  it('record observations that the checker evidence then answers with', async () => {
    const server = await serverWith({ ...WHATSAPP, ...TELEGRAM });
    // The sandbox would say otherwise.
    expect(await (await verify(server, '+14155550102')).json()).toMatchObject({ status: 'dead' });
    expect((await deliver(server, '14155550102')).status).toBe(200);
    expect((await shareContact(server, '+14155550103')).status).toBe(200);
    const statusOf = async (phone: string) =>
      OPERATIONS.verify.reply.shape.parse(await (await verify(server, phone)).json()).status;
    expect(await statusOf('+14155550102')).toBe('wa_registered');
    expect(await statusOf('+14155550103')).toBe('telegram_registered');
    expect(server.receiverPaths).toEqual(['/hooks/whatsapp', '/hooks/telegram']);
  });

  it('verify their address for Meta', async () => {
    const server = await serverWith(WHATSAPP);
    const verified = await challengeOf(server, 'a text of ours');
    expect([verified.status, await verified.text()]).toEqual([200, '1158201444']);
    expect((await challengeOf(server, 'a guess')).status).toBe(403);
  });

  it('refuse unsigned requests', async () => {
    const server = await serverWith(WHATSAPP);
    expect((await deliver(server, '14155550102', 'a guess')).status).toBe(401);
  });

  it('count wrong signatures and secrets together with failed sign-ins, and refuse further requests', async () => {
    const rates = { failedSignIns: { requests: 3, seconds: 3_600 } };
    const server = await serverWith({ ...WHATSAPP, ...TELEGRAM }, { rates });
    for (let times = 0; times < 10; times += 1) {
      expect((await deliver(server, '14155550102')).status).toBe(200);
    }
    expect((await deliver(server, '14155550102', 'a guess')).status).toBe(401);
    expect((await challengeOf(server, 'a guess')).status).toBe(403);
    expect((await fetch(`${server.origin}/hooks/telegram`, { method: 'POST', body: '{}' })).status).toBe(401);
    const refused = await deliver(server, '14155550102');
    expect([refused.status, await refused.json()]).toEqual([429, { detail: 'too_many_requests' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await verify(server, '+14155550102')).status).toBe(429);
  });

  it('have an entry of the audit log for callers that do not prove to be the app', async () => {
    const rates = { failedSignIns: { requests: 3, seconds: 3_600 } };
    const server = await serverWith(WHATSAPP, { rates });
    const guessed = await deliver(server, '14155550102', 'a guess');
    for (let times = 0; times < 4; times += 1) await deliver(server, '14155550102', 'a guess');
    await server.close();
    const entries = (await readFile(join(server.settings.dataDirectory, 'audit.log'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'hook.refused');
    const shared = { event: 'hook.refused', hook: '/hooks/whatsapp', by: 'caller', address: '127.0.0.1' };
    const guess = { ...shared, reason: 'not_authenticated' };
    const excess = { ...shared, reason: 'too_many_requests' };
    expect(entries).toMatchObject([
      { ...guess, request_id: guessed.headers.get('x-request-id') },
      excess,
      { ...guess, count: 2 },
      { ...excess, count: 1 },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/4155550102|a guess/);
  });

  it('are not there unless they are configured', async () => {
    const server = await serverWith(TELEGRAM);
    const response = await deliver(server, '14155550102');
    expect([response.status, await response.json()]).toEqual([404, { detail: 'not_found' }]);
    expect((await challengeOf(server, '')).status).toBe(404);
    expect((await shareContact(server, '14155550102')).status).toBe(200);
  });

  it('warn if no checker uses their records', async () => {
    const warning = 'the checker evidence is not among the checkers';
    const server = await trialServer({ secretSettings: TELEGRAM });
    expect(server.logLines.join('')).toContain(warning);
    expect((await serverWith(TELEGRAM)).logLines.join('')).not.toContain(warning);
  });

  it('read their secrets from files, again for each request', async () => {
    const path = join(await trialFolder(), 'app-secret');
    await writeFile(path, 'the-app-secret\n');
    const { DIALPROOF_WHATSAPP_VERIFY_TOKEN } = WHATSAPP;
    const server = await serverWith({
      DIALPROOF_WHATSAPP_APP_SECRET_FILE: path,
      DIALPROOF_WHATSAPP_VERIFY_TOKEN,
    });
    expect((await deliver(server, '14155550102')).status).toBe(200);
    await writeFile(path, 'another-one\n');
    expect((await deliver(server, '14155550102')).status).toBe(401);
    expect((await deliver(server, '14155550102', 'another-one')).status).toBe(200);
  });

  it('log no number and no secret', async () => {
    const server = await serverWith({ ...WHATSAPP, ...TELEGRAM });
    await deliver(server, '14155550102');
    await challengeOf(server, 'a text of ours');
    await server.close();
    const log = server.logLines.join('');
    expect(log).toContain('"route":"/hooks/whatsapp"');
    expect(log).not.toMatch(/14155550102|text of ours|verify_token|the-app-secret/);
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { DIALPROOF_WHATSAPP_APP_SECRET: 'the-app-secret' },
      /needs both DIALPROOF_WHATSAPP_APP_SECRET and DIALPROOF_WHATSAPP_VERIFY_TOKEN/,
    ],
    [{ DIALPROOF_TELEGRAM_SECRET_TOKEN: 'two words' }, /^DIALPROOF_TELEGRAM_SECRET_TOKEN: .* malformed/],
    [{ DIALPROOF_TELEGRAM_SECRET_TOKEN_FILE: '/nowhere/at/all' }, /cannot be read: ENOENT/],
  ])('keep the server from starting if they cannot work: %j', async (settings, sentence) => {
    await expect(serverWith(settings)).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(sentence),
    });
  });
});
