import type express from 'express';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authenticator, serve, service } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

const refuseUnknownPath: express.RequestHandler = (request) => {
  throw Object.assign(new Error(`there is no ${request.path} here`), { status: 404 });
};

/** The host's error handler, which replies in a form that is not the contract's. */
const answerErrors: express.ErrorRequestHandler = (error, _request, response, _next) => {
  const { status = 500, message } = Object(error);
  // Unexpected errors are not shown to the caller.
  response.status(status).json({ error: { status, message: status < 500 ? message : 'our fault' } });
};

async function ask(url: string, body?: string): Promise<[number, unknown]> {
  const headers = { authorization: 'Bearer good', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const reply = await fetch(url, init);
  return [reply.status, await reply.json()];
}

describe.each(EXPRESS_MAJORS)('a host with errors of its own form, on Express $major', ({ express }) => {
  const serveHost = () => {
    const app = express().use('/phones', verificationRouter({ service, authenticator }));
    app.use(express.json({ limit: 100 }));
    app.post('/orders/:id', () => {
      throw new Error('the password of the database is hunter2');
    });
    return serve(app.use(refuseUnknownPath, answerErrors));
  };

  it('gives them to unknown paths, also below the mount', async () => {
    const baseUrl = await serveHost();
    for (const path of ['/none', '/phones/none', '/phones/v1/orders', '/phones/v1/verify/']) {
      expect(await ask(`${baseUrl}${path}`), path).toMatchObject([404, { error: { status: 404 } }]);
    }
  });

  it('gives them to refusals of its own routes, and to nothing of the contract', async () => {
    const baseUrl = await serveHost();
    const large = JSON.stringify({ phone: 'x'.repeat(200) });
    expect(await ask(`${baseUrl}/orders/1`, '{')).toMatchObject([400, { error: { status: 400 } }]);
    expect(await ask(`${baseUrl}/orders/1`, large)).toMatchObject([413, { error: { status: 413 } }]);
    expect(await ask(`${baseUrl}/orders/%E0`, '{}')).toMatchObject([400, { error: { status: 400 } }]);
    expect(await ask(`${baseUrl}/orders/1`, '{}')).toEqual([
      500,
      { error: { status: 500, message: 'our fault' } },
    ]);
    expect(await ask(`${baseUrl}/phones/v1/verify`, '{')).toMatchObject([
      400,
      { detail: 'malformed_request' },
    ]);
    // The fake service has a task for every id.
    expect(await ask(`${baseUrl}/phones/v1/verify/tasks/%E0`)).toMatchObject([200, { task_id: 'task-1' }]);
  });
});
