import { describe, expect, it } from 'vitest';
import { mask } from '../log.js';
import { result, submitted, trialServer, verify } from '../trial-server.fixture.js';
import { routePattern } from './request-log.js';

describe('the logs', () => {
  it('have each request, and no personal data', async () => {
    // The single check of this number fails, and the first attempt of the file.
    let failures = 2;
    const checker = {
      check: async (phone: string) => {
        if (phone.endsWith('99') && failures-- > 0) throw new Error(`no answer for ${phone}`);
        return 'dead' as const;
      },
    };
    const server = await trialServer({}, { checker });
    await verify(server, '+1 415-555-0101');
    await verify(server, '+14155550199');
    await verify(server, 'call 4155550101 now');
    await fetch(`${server.origin}/v1/verify?phone=%2B14155550101`);
    await fetch(`${server.origin}/lookup/+14155550101`);
    await fetch(`${server.origin}/v1/verify/tasks/+14155550101`);
    const taskId = await submitted(server, 'name,phone\nAnn,+14155550101\nBen,+14155550199\n');
    await result(server, taskId);
    await fetch(`${server.origin}/v1/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ann@example.com"}',
    });
    await server.close();

    // Times and random ids have any digits, by chance those of a phone too.
    const logged = server.logLines
      .map((line) => JSON.stringify({ ...JSON.parse(line), time: 0, requestId: '' }))
      .join('');
    for (const secret of [
      '5550',
      '0101',
      '0199',
      server.token,
      'dp_',
      'secret-customers',
      'ann@example',
      taskId,
    ]) {
      expect(logged).not.toContain(secret);
    }
    const requests = server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests[0]).toMatchObject({ method: 'POST', route: '/v1/verify', status: 200, complete: true });
    expect(requests[0].requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(requests[0].ms).toBeGreaterThan(0);
    expect(requests.map(({ route, status }) => `${route} ${status}`)).toEqual(
      expect.arrayContaining([
        '/v1/verify 422',
        'other 404',
        '/v1/verify/tasks/{task_id} 401',
        '/v1/verify/batch 202',
        '/v1/verify/tasks/{task_id}/download 200',
        '/v1/accounts 201',
      ]),
    );
  });

  it('give the caller the id of the request', async () => {
    const server = await trialServer();
    const response = await fetch(`${server.origin}/healthz`, {
      headers: { 'x-request-id': 'of the caller' },
    });
    await server.close();
    const ids = server.logLines.map((line) => JSON.parse(line).requestId);
    expect(ids).toContain(response.headers.get('x-request-id'));
    expect(ids).not.toContain('of the caller');
  });
});

describe('mask', () => {
  it.each([
    ['no answer for +14155550101', 'no answer for [masked]'],
    ['no answer for +1 (415) 555-0101 at all', 'no answer for [masked] at all'],
    ['UNIQUE failed for "ann and co.csv"', 'UNIQUE failed for [masked]'],
    ['bad address ann@example.com', 'bad address [masked]'],
    ['at check (/srv/app/dist/check.js:120:14)', 'at check (/srv/app/dist/check.js:120:14)'],
    ['after 10000 ms', 'after 10000 ms'],
    ['+1 415 555 0100x@example.com', '[masked] [masked]'],
    ['"ann@example.com" and ann.+14155550101.b@example.com', '[masked] and [masked]'],
    // A pattern that searches an address from each letter takes minutes here.
    [`${'.'.repeat(300_000)} ann@example.com`, `${'.'.repeat(300_000)} [masked]`],
  ])('makes "%s" to "%s"', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

describe('routePattern', () => {
  it.each([
    ['/v1/verify', '/v1/verify'],
    ['/v1/v1/verify/batch', '/v1/verify/batch'],
    ['/v1/verify/tasks/8e0f', '/v1/verify/tasks/{task_id}'],
    ['/v1/v1/verify/tasks/8e0f/download', '/v1/verify/tasks/{task_id}/download'],
    ['/v1/verify/tasks/8e0f/events', '/v1/verify/tasks/{task_id}/events'],
    ['/v1/verify/tasks/8e0f/+14155550101', 'other'],
    ['/+14155550101', 'other'],
    ['/?from=+14155550101', '/'],
    ['/assets/index-a1b2c3d4.js', '/assets'],
  ])('makes %s to %s', (path, pattern) => {
    expect(routePattern(path)).toBe(pattern);
  });
});
