import { DialproofError, MemoryTaskStore } from '@dialproof/core';
import { Controller, Get, Inject } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { describe, expect, it } from 'vitest';
import { createHost, memoryOptions, serveHost, statusAndBody } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { getVerificationHealthToken } from './tokens.js';
import { VerificationHealthIndicator } from './verification-health.indicator.js';

class StoreThat extends MemoryTaskStore {
  readonly #find: () => Promise<undefined>;

  constructor(find: () => Promise<undefined>) {
    super();
    this.#find = find;
  }

  override find(): Promise<undefined> {
    return this.#find();
  }
}

const isDown = () => Promise.reject(new DialproofError('storage_unavailable'));
const isBroken = () => Promise.reject(new Error('the secret'));
const hangs = () => new Promise<undefined>(() => {});

@Controller()
class HealthController {
  constructor(
    @Inject(HealthCheckService) readonly health: HealthCheckService,
    @Inject(VerificationHealthIndicator) readonly phones: VerificationHealthIndicator,
  ) {}

  @Get('health')
  @HealthCheck()
  check() {
    return this.health.check([() => this.phones.isHealthy('phones')]);
  }
}

async function serveHealth(store: MemoryTaskStore) {
  const verification = VerificationModule.forRoot(memoryOptions({ store }));
  const imports = [verification, TerminusModule.forRoot({ logger: false })];
  const { baseUrl } = await serveHost({ imports, controllers: [HealthController] });
  return statusAndBody(await fetch(`${baseUrl}/health`));
}

describe('VerificationHealthIndicator', () => {
  it('has the form of @nestjs/terminus', async () => {
    expect(await serveHealth(new MemoryTaskStore())).toMatchObject([
      200,
      { status: 'ok', info: { phones: { status: 'up' } } },
    ]);
    expect(await serveHealth(new StoreThat(isDown))).toMatchObject([
      503,
      { status: 'error', error: { phones: { status: 'down', reason: 'storage_unavailable' } } },
    ]);
  });

  it('reports only that it is down, without details', async () => {
    const { error } = (await serveHealth(new StoreThat(isBroken)))[1] as { error: unknown };
    expect(error).toEqual({ phones: { status: 'down', reason: 'internal_error' } });
  });

  it('does not wait for ever', async () => {
    const options = memoryOptions({ store: new StoreThat(hangs), name: 'sales' });
    const app = await createHost({ imports: [VerificationModule.forRoot(options)] });
    const indicator = app.get<VerificationHealthIndicator>(getVerificationHealthToken('sales'));
    expect(await indicator.isHealthy('phones', { timeoutMs: 1 })).toEqual({
      phones: { status: 'down', reason: 'timeout' },
    });
  });
});
