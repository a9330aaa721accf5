import assert from 'node:assert/strict';
import { VerificationModule, VerificationService } from '@dialproof/nestjs';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { acme, type MemoryParts, memoryParts } from './memory-parts.js';
import { verifyOverHttp } from './verify-over-http.js';

/** A provider of the host that verifies numbers from its own code. */
@Injectable()
class Signup {
  constructor(private readonly verification: VerificationService) {}

  async statusOf(phone: string): Promise<string> {
    const { status } = await this.verification.verify({ accountId: acme, phone });
    return status;
  }
}

/** The host, whose options come from a factory. */
function hostModule(parts: MemoryParts) {
  const verification = VerificationModule.forRootAsync({
    useFactory: () => ({ service: parts.service, authenticator: parts.authenticator }),
  });

  @Module({ imports: [verification], providers: [Signup] })
  class Host {}
  return Host;
}

async function main(): Promise<void> {
  const app = await NestFactory.create(hostModule(await memoryParts()), new ExpressAdapter(), {
    logger: ['error'],
  });
  await app.listen(0, '127.0.0.1');
  await verifyOverHttp(await app.getUrl());
  assert.equal(await app.get(Signup).statusOf('+14155552671'), 'inactive');
  await app.close();
  console.log('nestjs was used');
}

main();
