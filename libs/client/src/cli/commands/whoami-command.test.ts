import { describe, expect, it } from 'vitest';
import { startTrial } from '../fixtures/trial-host.fixture.js';

describe('dialproof whoami', () => {
  it('shows the server, the token, the account and the credits', async () => {
    const { run, server } = await startTrial();
    const { exitCode, stdout, stderr } = await run(['whoami']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      `Server   ${server.baseUrl}`,
      'Token    from DIALPROOF_TOKEN',
      expect.stringMatching(/^Account {2}\S{16}$/),
      'Balance  100 credits available',
      '',
    ]);
  });

  it('names the file of a stored token, and says that results are made up', async () => {
    const { run, server, settingsFile, token } = await startTrial(100, { 'dialproof-results': 'made up' });
    await run(['login', '--url', server.baseUrl], { env: {}, stdin: token });
    const { stdout } = await run(['whoami'], { env: {} });
    expect(stdout).toContain(`Token    from ${settingsFile}\n`);
    expect(stdout).toContain('MADE UP by the sandbox');
    expect(stdout).not.toContain(token);
  });

  it('writes JSON', async () => {
    const { run, server } = await startTrial(100, { 'dialproof-results': 'made up' });
    expect(JSON.parse((await run(['whoami', '--json'])).stdout)).toEqual({
      server: server.baseUrl,
      token_from: 'DIALPROOF_TOKEN',
      account: expect.stringMatching(/^\S{16}$/),
      available: 100,
      held: 0,
      sandbox: true,
    });
  });

  it('ends without a token, and with one that is not valid', async () => {
    const { run, server } = await startTrial();
    const none = await run(['whoami'], { env: {} });
    expect([none.exitCode, none.stderr]).toEqual([
      5,
      'There is no token for http://localhost:3000. Sign in with dialproof login, or set DIALPROOF_TOKEN.\n',
    ]);
    const env = { DIALPROOF_URL: server.baseUrl, DIALPROOF_TOKEN: 'wrong' };
    const wrong = await run(['whoami'], { env });
    expect([wrong.exitCode, wrong.stderr]).toEqual([5, expect.stringContaining('This token is not valid.')]);
  });
});
