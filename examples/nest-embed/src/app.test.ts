import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

const STRANGER = { statusCode: 401, error: 'Unauthorized', message: 'Send Authorization: Bearer <token>.' };

describe("the host's guard", () => {
  it('turns strangers away in the words of the host, and at the routes of Dialproof in those of Dialproof', async () => {
    const { origin } = await trialApp();
    for (const stranger of [new TrialUser(origin, ''), new TrialUser(origin, 'host_made-up')]) {
      expect(await stranger.json(401, '/me')).toEqual(STRANGER);
      expect(await stranger.json(401, '/me/phone', {})).toEqual(STRANGER);
      expect(await stranger.json(401, '/phones/v1/credits')).toEqual({ detail: 'not_authenticated' });
      expect(await stranger.json(401, '/phones/v1/verify', {})).toEqual({ detail: 'not_authenticated' });
    }
  });

  it('runs when a parser has refused the body, and only users get that refusal', async () => {
    const { origin } = await trialApp();
    const { token } = await TrialUser.signUp(origin);
    const broken = async (bearer: string) => {
      const reply = await fetch(`${origin}/api/phones/v1/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: '{"phone":',
      });
      return [reply.status, await reply.json()];
    };
    expect(await broken(token)).toMatchObject([400, { detail: 'malformed_request' }]);
    expect(await broken('host_made-up')).toEqual([401, { detail: 'not_authenticated' }]);
  });
});

describe("the host's routes", () => {
  it.each([
    ['/sign-up', { email: 'ann' }],
    ['/sign-up', { email: 'ben@example.com', role: 'admin' }],
    ['/me/phone', { phone: 14_155_550_100 }],
  ])('refuse at %s the body %o', async (path, body) => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(400, path, body)).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });

  it('refuse an address that is taken', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin, 'ann@example.com');
    await ann.json(409, '/sign-up', { email: 'ANN@example.com' });
  });

  it('keep no token in plain text', async () => {
    const { origin, dataDirectory, close } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await close();
    const database = await readFile(`${dataDirectory}/users.sqlite`, 'latin1');
    expect(database).toContain('ann@example.com');
    expect(database).not.toContain(ann.token);
  });
});

describe('the application', () => {
  it('reports that the store of the tasks can be reached', async () => {
    const { origin } = await trialApp();
    const reply = await fetch(`${origin}/health`);
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { status: 'ok', info: { phones: { status: 'up' } } },
    ]);
  });

  it('shows its routes and those of Dialproof in Swagger, with their shapes and who may use them', async () => {
    const { origin } = await trialApp();
    const page = await fetch(`${origin}/docs`);
    expect(await page.text()).toContain('swagger-ui');
    // Only its form is compared.
    const { paths, security } = (await (await fetch(`${origin}/docs-json`)).json()) as {
      paths: { '/api/phones/v1/verify': { post: object } };
      security: unknown;
    };
    expect(security).toEqual([{ bearer: [] }]);
    expect(paths['/api/phones/v1/verify'].post).not.toHaveProperty('security');
    expect(paths).toMatchObject({
      '/api/sign-up': { post: { tags: ['users'], security: [{}] } },
      '/api/me': { get: { security: [{ bearer: [] }] } },
      '/api/phones/v1/verify': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/DialproofVerifyRequest' } },
            },
          },
          responses: {
            200: {
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/DialproofVerification' } },
              },
            },
          },
        },
      },
      '/api/phones/v1/verify/batch': {
        post: {
          requestBody: { content: { 'multipart/form-data': { schema: { properties: { file: {} } } } } },
        },
      },
      '/api/phones/v1/verify/tasks': { get: {} },
      '/api/phones/v1/verify/tasks/{task_id}': { get: {}, delete: {} },
      '/api/phones/v1/credits/entries': { get: {} },
      '/api/phones/v1/verify/tasks/{task_id}/download': { get: {} },
    });
  });
});

it('refuses to start over a data folder that cannot be made', async () => {
  await expect(trialApp({ dataDirectory: './package.json/data' })).rejects.toThrow(/ENOTDIR/);
});
