import { AnyFilesInterceptor, FileInterceptor } from '@nestjs/platform-express';
import { describe, expect, it } from 'vitest';
import {
  authorization,
  memoryOptions,
  serveHost,
  statusAndBody,
  verify,
} from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

/** A host that has multer read the forms of all of its routes. */
async function serveBehind(Multer: ReturnType<typeof FileInterceptor>) {
  const told: unknown[] = [];
  const options = memoryOptions({ onError: (error) => void told.push(error) });
  const { baseUrl } = await serveHost(
    { imports: [VerificationModule.forRoot(options)] },
    { prepare: (app) => void app.useGlobalInterceptors(new Multer()) },
  );
  return { baseUrl, told };
}

async function submit(baseUrl: string, fields: Readonly<Record<string, string>> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob(['phone\n+14155552671\n']), 'people.csv');
  const init = { method: 'POST', headers: { authorization }, body };
  return statusAndBody(await fetch(`${baseUrl}/v1/verify/batch`, init));
}

describe('a host that has multer read all forms', () => {
  it('has the file and the settings beside it taken as multer has left them', async () => {
    const { baseUrl, told } = await serveBehind(AnyFilesInterceptor());
    expect(await submit(baseUrl)).toEqual([202, { task_id: expect.any(String), total: 1, status: 'queued' }]);
    expect(await submit(baseUrl, { default_country: 'XX' })).toMatchObject([
      422,
      { detail: 'invalid_country' },
    ]);
    expect(told).toEqual([]);
    expect(await verify(baseUrl)).toMatchObject([200, { status: 'inactive' }]);
  });

  it('answers refusals of multer in the form of the contract', async () => {
    const { baseUrl } = await serveBehind(FileInterceptor('photo'));
    const hint = expect.stringContaining('Unexpected');
    expect(await submit(baseUrl)).toEqual([400, { detail: 'malformed_request', hint }]);
  });
});
