import { readFileSync } from 'node:fs';
import { UseGuards } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { credits, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

// The tests of this package run twice. Which Nest is meant is said by vitest.config.ts; which one runs is seen by who calls a guard.
describe('the Nest that runs', () => {
  it('is the one that is meant', async () => {
    let stack = '';
    const guard = {
      canActivate() {
        stack = new Error().stack ?? '';
        return true;
      },
    };
    const options = memoryOptions({ decorators: [UseGuards(guard)] });
    const { baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    await credits(baseUrl);
    const cores = new Set(
      stack.match(/\/\S+?\/node_modules\/@nestjs\/core\//g)?.map((found) => found.replace(/^\/+/, '/')),
    );
    const versions = [...cores].map(
      (folder) => JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version,
    );
    expect(versions.map((version: string) => version.split('.')[0])).toEqual([process.env['NEST_MAJOR']]);
  });
});
