import { once } from 'node:events';
import { request } from 'node:http';
import { type Lease, MemoryTaskStore, type TaskDraft, type TaskId } from '@dialproof/core';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { serviceWith } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import {
  ACME,
  authorization,
  createHost,
  credits,
  HostModule,
  memoryOptions,
  memoryParts,
  serveHost,
} from '../fixtures/host-application.fixture.js';
import { VerificationService } from '../verification/tokens.js';
import { VerificationModule } from './verification.module.js';

/** A service that notes when it is started and closed, and does nothing else. */
function notedService() {
  const notes: unknown[] = [];
  const service = serviceWith({
    balance: async () => ({ available: 1, held: 0 }),
    start: async () => void notes.push('start'),
    close: async () => void notes.push('close'),
  });
  return { notes, options: { service, authenticator: memoryParts().authenticator } };
}

/** A store that reports when a draft is begun, and the remaining drafts. */
class StoreWithDrafts extends MemoryTaskStore {
  drafts: TaskId[] = [];
  #toldBegun: () => void = () => {};
  readonly begun = new Promise<void>((resolve) => {
    this.#toldBegun = resolve;
  });

  override async begin(draft: TaskDraft): Promise<Lease> {
    const lease = await super.begin(draft);
    this.drafts.push(draft.taskId);
    this.#toldBegun();
    return lease;
  }

  override async discard(lease: Lease): Promise<void> {
    await super.discard(lease);
    this.drafts = this.drafts.filter((draft) => draft !== lease.taskId);
  }
}

describe('the service of VerificationModule', () => {
  it('starts with the application and no earlier, and closes with it', async () => {
    const { notes, options } = notedService();
    const app = await createHost({ imports: [VerificationModule.forRoot(options)] });
    expect(notes).toEqual([]);
    await app.init();
    expect(notes).toEqual(['start']);
    await app.close();
    expect(notes).toEqual(['start', 'close']);
  });

  it('is closed when no request is under way any more', async () => {
    const { notes, options } = notedService();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      options.service.balance = () => {
        resolve();
        return new Promise((settle) => {
          answer = () => settle({ available: notes.length, held: 0 });
        });
      };
    });
    const { app, baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    const reply = credits(baseUrl);
    await asked;
    const closed = app.close();
    answer();
    expect(await reply).toEqual([200, { available: 1, held: 0 }]);
    await closed;
    expect(notes).toEqual(['start', 'close']);
  });

  it('does not wait for event streams', async () => {
    // No worker works on the task, so its events would continue.
    const options = memoryOptions({ queue: null });
    const { app, baseUrl } = await serveHost({ imports: [VerificationModule.forRoot(options)] });
    const content = (async function* () {
      yield Buffer.from('phone\n+14155552671\n');
    })();
    const verification = app.get(VerificationService);
    const { taskId } = await verification.submit({ accountId: ACME, fileName: 'people.csv', content });
    const events = await fetch(`${baseUrl}/v1/verify/tasks/${taskId}/events`, { headers: { authorization } });
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let received = '';
    let closed: Promise<void> | undefined;
    for await (const chunk of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk;
      if (received.includes('queued')) closed ??= app.close();
    }
    expect(received).toContain('queued');
    await closed;
  });

  it('is closed after uploads that a host cuts off when it shuts down, which leave nothing', async () => {
    const store = new StoreWithDrafts();
    const { app, baseUrl } = await serveHost(
      { imports: [VerificationModule.forRoot(memoryOptions({ store }))] },
      { application: { forceCloseConnections: true } },
    );
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
    const upload = request(`${baseUrl}/v1/verify/batch`, { method: 'POST', headers });
    const cutOff = once(upload, 'error');
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    upload.write(`phone\n${'+14155552671\n'.repeat(20_000)}`);
    await store.begun;
    await app.close();
    await cutOff;
    expect(store.drafts).toEqual([]);
  });

  it('is closed although something else of the application could not start', async () => {
    const { notes, options } = notedService();
    const broken = {
      onApplicationBootstrap: () => {
        throw new Error('no queue');
      },
    };
    const app = await createHost({
      imports: [VerificationModule.forRoot(options)],
      providers: [{ provide: 'broken', useValue: broken }],
    });
    await expect(app.init()).rejects.toThrow('no queue');
    await app.close();
    expect(notes).toEqual(['start', 'close']);
  });

  it('may be closed twice, and without having been started', async () => {
    const app = await createHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    await app.close();
    await expect(app.close()).resolves.toBeUndefined();
  });

  it('is left alone when something else runs it', async () => {
    const { notes, options } = notedService();
    const app = await createHost({
      imports: [VerificationModule.forRoot({ ...options, startsService: false })],
    });
    await app.init();
    await app.close();
    expect(notes).toEqual([]);
  });

  it.each([true, false])('runs in an application without HTTP, with routes: %s', async (routes) => {
    const { notes, options } = notedService();
    const imports = [VerificationModule.forRoot({ ...options, routes })];
    const app = await NestFactory.createApplicationContext(
      { module: HostModule, imports },
      { logger: false },
    );
    await app.close();
    expect(notes).toEqual(['start', 'close']);
  });

  it('fails the start of the application when it cannot start', async () => {
    const { options } = notedService();
    options.service.start = async () => Promise.reject(new Error('no database'));
    const app = await createHost({ imports: [VerificationModule.forRoot(options)] });
    await expect(app.init()).rejects.toThrow('no database');
  });
});
