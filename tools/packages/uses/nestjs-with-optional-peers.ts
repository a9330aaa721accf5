import assert from 'node:assert/strict';
import { VerificationModule } from '@dialproof/nestjs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { memoryParts } from './memory-parts.js';
import { verifyOverHttp } from './verify-over-http.js';

async function main(): Promise<void> {
  const { service, authenticator } = await memoryParts();

  @Module({ imports: [VerificationModule.forRoot({ service, authenticator })] })
  class Host {}

  const app = await NestFactory.create(Host, new ExpressAdapter(), { logger: ['error'] });
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('host').build());
  const verify = document.paths['/v1/verify']?.post;
  assert.ok(verify?.requestBody !== undefined && verify.responses['402'] !== undefined);
  await app.listen(0, '127.0.0.1');
  await verifyOverHttp(await app.getUrl());
  await app.close();
  console.log('nestjs-with-optional-peers was used');
}

main();
