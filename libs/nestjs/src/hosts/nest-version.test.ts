import { readFileSync } from 'node:fs';
import { UseGuards } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { credits, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

// The tests of this package run twice. vitest.config.ts names the intended version of Nest; the caller of a guard shows the running one.
describe('the Nest that runs', () => {
  it('is the intended one', async () => {
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
