import type express from 'express';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { serve, service, verify } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

interface SignedInRequest extends Request {
  readonly customer?: { readonly id: number };
}

/** A sign-in that knows everybody with a cookie. */
const signIn: express.RequestHandler = (request, _response, next) => {
  if (request.get('cookie') !== undefined) Object.assign(request, { customer: { id: 7 } });
  next();
};

const answerError: express.ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error.status ?? 500).send(`the host: ${error.message}`);
};

async function post(baseUrl: string, body: string, signedIn = true): Promise<[number, string]> {
  const headers = { 'content-type': 'application/json', ...(signedIn ? { cookie: 'session=1' } : {}) };
  const reply = await fetch(`${baseUrl}/v1/verify`, { method: 'POST', headers, body });
  return [reply.status, await reply.text()];
}

const SOUND = JSON.stringify({ phone: '+14155552671' });

describe.each(EXPRESS_MAJORS)("the host's users, on Express $major", ({ express }) => {
  const router = () =>
    verificationRouter({ service, account: (request: SignedInRequest) => request.customer?.id });

  it('are known by the request that the middleware has signed in', async () => {
    const baseUrl = await serve(express().use(signIn, router()));
    expect((await post(baseUrl, SOUND))[0]).toBe(200);
    expect(await post(baseUrl, SOUND, false)).toEqual([401, '{"detail":"not_authenticated"}']);
    expect((await verify(baseUrl)).status).toBe(401);
  });

  it('stay signed in when the sign-in comes behind a parser that refuses their body', async () => {
    // As in hosts that refuse strangers themselves: it throws if the sign-in has not run.
    const account = (request: SignedInRequest) => request.customer?.id ?? neverWithoutSignIn();
    const baseUrl = await serve(
      express().use(express.json(), signIn).use(verificationRouter({ service, account })),
    );
    expect((await post(baseUrl, SOUND))[0]).toBe(200);
    const [status, text] = await post(baseUrl, '{"phone":');
    expect([status, JSON.parse(text)]).toMatchObject([400, { detail: 'malformed_request' }]);
  });

  it('see a refusal of a parser in the form of the contract, with the parser inside of an express.Router()', async () => {
    const inner = express.Router().use(express.json(), signIn, router());
    const baseUrl = await serve(express().use('/api', inner).use(answerError));
    const [status, text] = await post(`${baseUrl}/api`, '{');
    expect([status, JSON.parse(text)]).toMatchObject([400, { detail: 'malformed_request' }]);
  });

  it('see it so behind a parser of the application too, where the router is used once more behind that express.Router()', async () => {
    const phones = router();
    const inner = express.Router().use(signIn, phones);
    const alone = await serve(express().use(express.json()).use('/api', inner).use(answerError));
    expect((await post(`${alone}/api`, '{'))[1]).toMatch(/^the host: /);
    const again = express().use(express.json()).use('/api', inner).use('/api', phones).use(answerError);
    const baseUrl = await serve(again);
    const [status, text] = await post(`${baseUrl}/api`, '{');
    expect([status, JSON.parse(text)]).toMatchObject([400, { detail: 'malformed_request' }]);
    expect((await post(`${baseUrl}/api`, SOUND))[0]).toBe(200);
    expect((await post(`${baseUrl}/api`, SOUND, false))[0]).toBe(401);
  });
});

function neverWithoutSignIn(): never {
  throw new TypeError('there is no user');
}
