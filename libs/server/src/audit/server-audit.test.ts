import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS } from '@dialproof/http';
import { SqlTokens } from '@dialproof/sql';
import { describe, expect, it } from 'vitest';
import {
  EVIDENCE_FIRST,
  result,
  submitted,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
} from '../trial-server.fixture.js';

interface Entry {
  readonly event: string;
  readonly [name: string]: unknown;
}

async function linesOf({ settings }: TrialServer): Promise<string> {
  return readFile(join(settings.dataDirectory, 'audit.log'), 'utf8');
}

async function entriesOf(server: TrialServer): Promise<Entry[]> {
  return entriesIn(await linesOf(server));
}

function entriesIn(lines: string): Entry[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function ask({ origin, token }: TrialServer, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  });
}

describe('the audit log of a server', () => {
  it('begins with its settings without secrets and ends with its stop', async () => {
    const secretSettings = { DIALPROOF_TELEGRAM_SECRET_TOKEN: 'as-in-setWebhook' };
    const server = await trialServer({ ...EVIDENCE_FIRST, secretSettings });
    const { dataDirectory } = server.settings;
    await server.close();
    const [settings, ...others] = await entriesOf(server);
    expect(settings).toMatchObject({
      event: 'settings.loaded',
      by: 'server',
      set: ['DIALPROOF_TELEGRAM_SECRET_TOKEN'],
      settings: { DIALPROOF_DATA_DIR: dataDirectory, DIALPROOF_RATES: null, DIALPROOF_PROXIES: 0 },
    });
    expect(settings?.['time']).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(others).toMatchObject([
      { event: 'server.started', by: 'server', port: server.port },
      { event: 'account.created', by: 'server', credits: 1_000_000 },
      { event: 'server.stopped', by: 'server' },
    ]);
    expect(await linesOf(server)).not.toContain('as-in-setWebhook');
  });

  it.skipIf(process.platform === 'win32')('is a file for its owner alone', async () => {
    const { settings } = await trialServer();
    expect((await stat(join(settings.dataDirectory, 'audit.log'))).mode & 0o777).toBe(0o600);
  });

  it('has the actions of callers, with account, address and request', async () => {
    const server = await trialServer({ newAccountCredits: 5 });
    const taskId = await submitted(server, 'name,phone\nAnn,+14155550101\n');
    await result(server, taskId);
    const download = `/v1/verify/tasks/${taskId}/download`;
    const downloaded = await ask(server, download);
    const etag = downloaded.headers.get('etag') ?? '';
    await downloaded.text();
    await ask(server, download, { method: 'HEAD' });
    await ask(server, download, { headers: { 'if-none-match': etag } });
    const hook = JSON.stringify({ url: 'https://example.com/secret-path', events: ['task.done'] });
    const keyed = { 'idempotency-key': 'a key of +14155550101' };
    const made = await ask(server, '/v1/webhooks', { method: 'POST', body: hook, headers: keyed });
    const { secret, webhook_id: webhook } = OPERATIONS.createWebhook.reply.shape.parse(await made.json());
    await ask(server, '/v1/webhooks', { method: 'POST', body: hook, headers: keyed });
    await ask(server, `/v1/webhooks/${webhook}/secret`, { method: 'POST' });
    await ask(server, `/v1/webhooks/${webhook}`, { method: 'DELETE' });
    await ask(server, '/v1/verify/tasks/+14155550101', { method: 'DELETE' });
    await ask(server, `/v1/verify/tasks/${taskId}`, { method: 'DELETE' });
    const body = '{"email":"ann@example.com"}';
    const registered = await ask(server, '/v1/accounts', { method: 'POST', body });
    const { account_id: opened, token } = OPERATIONS.register.reply.shape.parse(await registered.json());
    await ask(server, '/v1/accounts', { method: 'POST', body });

    const entries = await entriesOf(server);
    const account = entries.find(({ event }) => event === 'account.created')?.['account'];
    const asked = entries.filter(({ by }) => by === 'caller');
    const context = { account, address: '127.0.0.1' };
    expect(asked).toMatchObject([
      { event: 'result.downloaded', task: taskId, ...context },
      { event: 'result.downloaded', task: taskId, ...context },
      { event: 'webhook.created', webhook, ...context },
      { event: 'webhook.secret_rotated', webhook, ...context },
      { event: 'webhook.deleted', webhook, ...context },
      { event: 'task.deleted', task: taskId, ...context },
      { event: 'account.created', account: opened, credits: 5, address: '127.0.0.1' },
    ]);
    expect(asked.map(({ request_id: id }) => id)).toContain(downloaded.headers.get('x-request-id'));
    const lines = await linesOf(server);
    for (const text of ['5550101', 'secret-', 'ann@', 'dp_', server.token, token, secret, 'a key of']) {
      expect(lines).not.toContain(text);
    }
  });

  it('has a line at once, and a count, of the sign-ins that are refused', async () => {
    const server = await trialServer();
    const sqlToken = SqlTokens.idOf(server.token) ?? '';
    for (const token of ['dp_guess', `dp_${sqlToken}_guess`, 'dp_guess2']) {
      expect((await verify({ ...server, token }, '+14155550101')).status).toBe(401);
    }
    await fetch(`${server.origin}/v1/credits`);
    const refused = async () => (await entriesOf(server)).filter(({ event }) => event === 'sign_in.refused');
    const shared = { reason: 'not_authenticated', address: '127.0.0.1', by: 'caller' };
    expect(await refused()).toMatchObject([shared]);
    await server.close();
    expect(await refused()).toMatchObject([shared, { ...shared, count: 3 }]);
    expect(await linesOf(server)).not.toContain('guess');
  });

  it('has no invalid address, whatever a caller puts into X-Forwarded-For', async () => {
    const server = await trialServer({ proxies: 1 });
    const from = (forwarded: string) =>
      fetch(`${server.origin}/v1/credits`, { headers: { 'x-forwarded-for': forwarded } });
    await from('+14155550101');
    await from('192.0.2.7');
    await from('192.0.2.8:51332');
    const refused = (await entriesOf(server)).filter(({ event }) => event === 'sign_in.refused');
    expect(refused.map(({ address }) => address)).toEqual([undefined, '192.0.2.7', '192.0.2.8']);
  });

  it('goes to stderr, or nowhere, by the settings', async () => {
    const written: string[] = [];
    const stderr = { write: (line: string) => void written.push(line) };
    const server = await trialServer({ auditLog: '-' }, { stderr });
    await server.close();
    expect(entriesIn(written.join('')).at(-1)).toMatchObject({ event: 'server.stopped' });
    const silent = await trialServer({ auditLog: 'off' });
    for (const { settings } of [server, silent]) {
      await expect(stat(join(settings.dataDirectory, 'audit.log'))).rejects.toThrow('ENOENT');
    }
  });

  it('is appended to by a later start, in a file anywhere', async () => {
    const auditLog = join(await trialFolder(), 'mine.jsonl');
    const first = await trialServer({ auditLog });
    await first.close();
    const second = await trialServer({ auditLog, dataDirectory: first.settings.dataDirectory });
    await second.close();
    const events = entriesIn(await readFile(auditLog, 'utf8')).map(({ event }) => event);
    expect(events.filter((event) => event === 'server.started')).toHaveLength(2);
  });

  it('that cannot be opened keeps the server from starting', async () => {
    const refused = (auditLog: string) =>
      expect(trialServer({ auditLog })).rejects.toMatchObject({
        name: 'StartRefusal',
        message: expect.stringMatching(
          /^(There is no folder for the audit log .*\/none\/audit\.log: check|The audit log .*uploads cannot be written \(EISDIR\)\.)/,
        ),
      });
    await refused('none/audit.log');
    await refused('uploads');
  });

  it.runIf(process.platform === 'linux')('on a full disk costs no request, and is told of once', async () => {
    const server = await trialServer({ auditLog: '/dev/full' });
    for (const phone of ['+14155550101', '+14155550102']) {
      expect((await verify(server, phone)).status).toBe(200);
    }
    expect((await fetch(`${server.origin}/v1/credits`)).status).toBe(401);
    await server.close();
    const told = server.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'entries of the audit log are lost');
    expect(told).toMatchObject([{ error: { code: 'ENOSPC' } }]);
  });
});
