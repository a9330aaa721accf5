import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract } from '../contract/contract.js';
import { serveListener } from '../fixtures/serve-contract.fixture.js';
import { createFetchHandler } from './fetch-handler.js';

const service = serviceWith({});
const rates = {
  failedSignIns: { requests: 20, seconds: 60 },
  registrations: { requests: 20, seconds: 3_600 },
};

/** The statuses of 50 guesses of a token. */
async function guesses(ask: (init: RequestInit) => Response | Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < 50; guess += 1) {
    const reply = await ask({ headers: { authorization: `Bearer guess-${guess}` } });
    await reply.arrayBuffer();
    statuses.push(reply.status);
  }
  return statuses;
}

const LIMITED = [...Array<number>(20).fill(401), ...Array<number>(30).fill(429)];

describe('guesses of a token over fetch', () => {
  it('are limited by the address that the server tells beside the request', async () => {
    const handler = createFetchHandler({
      service,
      authenticator: tokens,
      rates,
      address: (_request, { incoming }: HttpBindings) => incoming.socket.remoteAddress,
    });
    const served = await serveListener(getRequestListener(handler));
    onTestFinished(() => served.close());
    expect(await guesses((init) => fetch(`${served.baseUrl}/v1/credits`, init))).toEqual(LIMITED);
  });

  it('are limited in a mount of Hono, which hands on what its server has told', async () => {
    const handler = createFetchHandler({
      service,
      authenticator: tokens,
      rates,
      address: (_request, { incoming }: HttpBindings) => incoming.socket.remoteAddress,
    });
    const app = new Hono().mount('/phones', handler);
    const served = await serveListener(getRequestListener(app.fetch));
    onTestFinished(() => served.close());
    expect(await guesses((init) => fetch(`${served.baseUrl}/phones/v1/credits`, init))).toEqual(LIMITED);
  });

  it.each([
    ['failedSignIns', { failedSignIns: rates.failedSignIns }],
    ['registrations', { registrations: rates.registrations }],
  ])('are never unlimited by mistake: %s without an address are a TypeError', (name, counted) => {
    const options = { service, authenticator: tokens, rates: counted };
    for (const create of [createFetchHandler, createHttpContract]) {
      expect(() => create(options)).toThrow(TypeError);
      expect(() => create(options)).toThrow(`rates.${name} count by address`);
    }
  });

  it('need no address for limits of accounts', () => {
    const counted = { verify: { requests: 1, seconds: 1 } };
    expect(() => createFetchHandler({ service, authenticator: tokens, rates: counted })).not.toThrow();
  });
});
