import type express from 'express';
import multer from 'multer';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authenticator, authorization, serve, service, verify } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

async function submit(baseUrl: string, token = authorization) {
  const body = new FormData();
  body.append('file', new Blob(['phone\n+14155552671\n']), 'customers.csv');
  const init = { method: 'POST', headers: { authorization: token }, body };
  const reply = await fetch(`${baseUrl}/v1/verify/batch`, init);
  return [reply.status, await reply.text()];
}

describe.each(EXPRESS_MAJORS)(
  'verificationRouter behind a parser of forms, on Express $major',
  ({ express }) => {
    async function serveBehind(parser: express.RequestHandler) {
      const errors: unknown[] = [];
      const router = verificationRouter({
        service,
        authenticator,
        onError: (error) => void errors.push(error),
      });
      const failed: express.ErrorRequestHandler = (error, _request, response, _next) =>
        void response.send(`the host: ${error.message}`);
      return { errors, baseUrl: await serve(express().use(parser, router, failed)) };
    }

    it('refuses an upload that it has read, and reports the remedy to the host', async () => {
      const { baseUrl, errors } = await serveBehind(multer().any());
      expect(await submit(baseUrl)).toEqual([500, '{"detail":"internal_error"}']);
      const hint = expect.stringContaining('mount Dialproof before it');
      expect(errors).toEqual([expect.objectContaining({ hint })]);
      expect(await submit(baseUrl, 'Bearer other')).toEqual([401, '{"detail":"not_authenticated"}']);
      expect((await verify(baseUrl)).status).toBe(200);
    });

    it('leaves the host its errors', async () => {
      const { baseUrl } = await serveBehind(multer().none());
      expect(await submit(baseUrl)).toEqual([200, 'the host: Unexpected file field']);
    });
  },
);
