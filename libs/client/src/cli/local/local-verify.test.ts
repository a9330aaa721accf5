import { describe, expect, it } from 'vitest';
import { interruptOf, startLocalTrial } from '../fixtures/trial-host.fixture.js';

describe('dialproof verify --local', () => {
  it('writes a line for each number, in their order, and says who verified them', async () => {
    const { run } = await startLocalTrial();
    const { exitCode, stdout, stderr } = await run(['verify', '--local', '+1 415 5550100', '-'], {
      stdin: '+14155550102\n\n +14165550103\n',
    });
    expect(stdout).toBe('+14155550100\twa_registered\n+14155550102\tdead\n+14165550103\tinactive\n');
    expect([exitCode, stderr]).toEqual([0, 'Verified by the sandbox (its results are MADE UP).\n']);
  });

  it.each([
    ['line_live: active', 'the line is in service; no app was asked'],
    ['line_unclear: 60607', 'the checker could not find out'],
    ['app_absent', 'not on the app that was asked; its line is not known'],
  ])('says of an unknown number what was found: %s', async (reason, meaning) => {
    const { run } = await startLocalTrial();
    const { stdout } = await run(['verify', '--local', '+14155550100'], {
      service: { checker: { check: async () => ({ status: 'unknown', source: 'lines', reason }) } },
    });
    expect(stdout).toBe(`+14155550100\tunknown\tlines\t${reason}\t${meaning}\n`);
  });

  it('adds nothing to a status that says all', async () => {
    const { run } = await startLocalTrial();
    const answer = { status: 'inactive', source: 'lines', reason: 'app_absent: NOT_THERE' } as const;
    const { stdout } = await run(['verify', '--local', '+14155550100'], {
      service: { checker: { check: async () => answer } },
    });
    expect(stdout).toBe('+14155550100\tinactive\tlines\tapp_absent: NOT_THERE\n');
  });

  it('continues after a refused number', async () => {
    const { run } = await startLocalTrial();
    const { exitCode, stdout, stderr } = await run(['verify', '--local', '--json', 'none', '+14155550102']);
    const [refused, verified] = stdout.split('\n');
    expect(JSON.parse(refused ?? '')).toEqual({ input: 'none', error: 'invalid_phone' });
    expect(JSON.parse(verified ?? '')).toMatchObject({ phone: '+14155550102', status: 'dead' });
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/\n1 number was not verified\.\n$/)]);
  });

  it('writes the answers of calls under way when it is interrupted, and asks about no more', async () => {
    const { run } = await startLocalTrial();
    const interrupt = new AbortController();
    let asked = 0;
    const { exitCode, stdout } = await run(['verify', '--local', '-'], {
      stdin: '+14155550102\n'.repeat(40),
      signal: interrupt.signal,
      service: {
        checker: {
          async check() {
            asked += 1;
            if (asked === 3) interruptOf(interrupt);
            return 'dead';
          },
        },
      },
    });
    expect(exitCode).toBe(130);
    expect(asked).toBeLessThanOrEqual(10);
    expect(stdout).toBe('+14155550102\tdead\n'.repeat(asked));
  });

  it('says why a number is unknown that could not be checked', async () => {
    const { run } = await startLocalTrial();
    const { exitCode, stdout, stderr } = await run(['verify', '--local', '+19995557000']);
    expect([exitCode, stdout]).toEqual([0, '+19995557000\tunknown\n']);
    expect(stderr).toContain('sandbox_outage');
  });
});

describe('--local', () => {
  it.each([
    [['verify', '--local', '--url', 'http://localhost:3000', '+1'], '--local asks no server'],
    [['tasks', '--local'], 'dialproof tasks does not take --local. Only verify, file and preview'],
    [['credits', '--local'], 'dialproof credits does not take --local. Only verify, file and preview'],
    [['cancel', 'an-id', '--local'], 'dialproof cancel does not take --local. Only verify, file and preview'],
    [['retry', 'an-id', '--local'], 'dialproof retry does not take --local. Only verify, file and preview'],
    [['delete', 'an-id', '--local'], 'dialproof delete does not take --local. Only verify, file and preview'],
    [['login', '--local'], 'dialproof login does not take --local. Only verify, file and preview'],
    [['logout', '--local'], 'dialproof logout does not take --local. Only verify, file and preview'],
    [['completions', 'zsh', '--local'], 'dialproof completions does not take --local.'],
    [['--local', 'whoami'], 'dialproof whoami does not take --local.'],
  ])('is refused by commands that need a server: %j', async (args, said) => {
    const { run } = await startLocalTrial();
    const { exitCode, stderr } = await run(args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it.each([
    [{ DIALPROOF_CHECKER: 'twilio' }, 'DIALPROOF_TWILIO_ACCOUNT_SID'],
    [{ DIALPROOF_CHECKER: 'evidence' }, 'needs a database, which this program does not have'],
    [
      { DIALPROOF_CHECKER: 'twilio', DIALPROOF_TWILIO_PRICE: '0.007' },
      'There is no setting DIALPROOF_TWILIO_PRICE.',
    ],
    [{ DIALPROOF_CHECKERS_FILE: '/nowhere' }, 'DIALPROOF_CHECKERS_FILE names a file that cannot be read'],
    [{ DIALPROOF_CHEKER: 'twilio' }, 'There is no setting DIALPROOF_CHEKER.'],
  ])('is refused with the settings %j', async (env, said) => {
    const { run } = await startLocalTrial();
    const { exitCode, stderr } = await run(['verify', '--local', '+14155550100'], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it('lists its settings', async () => {
    const { run } = await startLocalTrial();
    const { exitCode, stdout } = await run(['file', '--local', '--help']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('DIALPROOF_TWILIO_ACCOUNT_SID')]);
  });
});
