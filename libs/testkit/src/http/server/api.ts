import assert from 'node:assert/strict';
import type { WireTask } from '@dialproof/http/adapter';
import { eventually } from '../../runner/expectations.js';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { expectAnswer, expectJson } from './expect-reply.js';
import type { MountedAccount, MountedServer, OpenAccountRequest } from './mounted-server.js';

/** A file to be uploaded, as a form. */
export interface UploadFile {
  /** Undefined for a form that names a kept upload. */
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  /** Fields before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** The request's Idempotency-Key. */
  readonly key?: string;
}

/** Requests of one account to a server. */
export class Api {
  readonly #baseUrl: string;
  readonly #account: MountedAccount;

  constructor(baseUrl: string, account: MountedAccount) {
    this.#baseUrl = baseUrl;
    this.#account = account;
  }

  get token(): string {
    return this.#account.token;
  }

  /** The same account with another token. */
  withToken(token: string): Api {
    return new Api(this.#baseUrl, { token, balance: () => this.#account.balance() });
  }

  balance(): ReturnType<MountedAccount['balance']> {
    return this.#account.balance();
  }

  request(path: string, init: RequestInit & { readonly duplex?: 'half' } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(`${this.#baseUrl}${path}`, { ...init, headers });
  }

  /** A POST of JSON: of this text, or of what the object is in JSON. */
  postJson(path: string, json: string | object): Promise<Response> {
    const body = typeof json === 'string' ? json : JSON.stringify(json);
    return this.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }

  delete(path: string): Promise<Response> {
    return this.request(path, { method: 'DELETE' });
  }

  /** A POST without a body. */
  post(path: string): Promise<Response> {
    return this.request(path, { method: 'POST' });
  }

  verify(phone: unknown): Promise<Response> {
    return this.postJson('/v1/verify', { phone });
  }

  submit(file: UploadFile): Promise<Response> {
    return this.#send('/v1/verify/batch', file);
  }

  preview(file: UploadFile): Promise<Response> {
    return this.#send('/v1/verify/batch/preview', file);
  }

  suppressFile(file: UploadFile): Promise<Response> {
    return this.#send('/v1/suppressions/file', file);
  }

  /** Makes a list of a file. */
  listOf(file: UploadFile): Promise<Response> {
    return this.#send('/v1/lists', file);
  }

  /** Verifies a newer file of a list. */
  runOf(listId: string, file: UploadFile): Promise<Response> {
    return this.#send(`/v1/lists/${listId}/runs`, file);
  }

  #send(
    path: string,
    { content, fileName = 'customers.csv', fields = {}, query = '', key }: UploadFile,
  ): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    if (content !== undefined) body.append('file', new Blob([content]), fileName);
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return this.request(`${path}${query}`, { method: 'POST', headers, body });
  }

  async submitted(file: UploadFile): Promise<string> {
    const { task_id } = await expectJson<{ task_id: string }>(await this.submit(file), 202);
    return task_id;
  }

  /** Submits a file, waits for the end of its task, and resolves to the task's id. */
  async finished(file: UploadFile): Promise<string> {
    const taskId = await this.submitted(file);
    await this.ended(taskId);
    return taskId;
  }

  async poll(taskId: string): Promise<WireTask> {
    return expectAnswer(await this.request(`/v1/verify/tasks/${taskId}`), 200, 'poll');
  }

  /** Waits until a task has ended. */
  ended(taskId: string): Promise<WireTask> {
    return eventually(async () => {
      const task = await this.poll(taskId);
      return task.status === 'done' || task.status === 'failed' ? task : undefined;
    });
  }

  download(taskId: string, query = '', init: RequestInit = {}): Promise<Response> {
    return this.request(`/v1/verify/tasks/${taskId}/download${query}`, init);
  }

  /** Submits a file, waits for its end, and resolves to the lines of the result. */
  async resultLines(file: UploadFile): Promise<readonly string[]> {
    return this.lines(await this.finished(file));
  }

  /** The lines of a result. */
  async lines(taskId: string, query = ''): Promise<readonly string[]> {
    const text = await (await this.download(taskId, query)).text();
    return text.split(/\r?\n/).filter((line) => line !== '');
  }
}

/** Opens an account on this server, for requests in its name. */
export async function openApi(
  server: MountedServer,
  request: Partial<OpenAccountRequest> = {},
): Promise<Api> {
  const account = await server.openAccount({ credits: 1_000, suspended: false, ...request });
  return new Api(server.baseUrl, account);
}

/** Defines cases that run only on servers for which `isSo` is true. On other servers they are skipped with the reason. */
export function casesWhere(
  define: DefineCase<MountedServer>,
  isSo: (server: MountedServer) => boolean,
  reason: string,
): DefineCase<MountedServer> {
  return (title, body) =>
    define(title, async (server) => {
      if (!isSo(server)) skipCase(reason);
      await body(server);
    });
}

/** Reads all pages of a list. `ask` gets the rest of the query behind the limit. */
export async function pagesOf<Page extends { readonly next_cursor: string | null }>(
  ask: (query: string) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages = [await ask('')];
  for (
    let cursor = pages[0]?.next_cursor ?? null;
    cursor !== null;
    cursor = pages.at(-1)?.next_cursor ?? null
  ) {
    pages.push(await ask(`&cursor=${encodeURIComponent(cursor)}`));
  }
  return pages;
}

/** Expects that a refused request of an account has left nothing: no credit spent or held, no draft, no temp file. */
export async function expectNothingLeft(server: MountedServer, api: Api, available: number): Promise<void> {
  assert.deepEqual({ ...(await api.balance()) }, { available, held: 0 });
  assert.deepEqual([...(await server.leftovers())], []);
}

/** So many looks in a row must find nothing: the server may begin late with a request that its client has given up. */
const QUIET_LOOKS = 10;

/** Expects the same after some time, for a request whose end the client does not see. */
export async function expectNothingLeftInTheEnd(
  server: MountedServer,
  api: Api,
  available: number,
): Promise<void> {
  let quiet = 0;
  await eventually(async () => {
    const [left, { held }] = [await server.leftovers(), await api.balance()];
    quiet = left.length === 0 && held === 0 ? quiet + 1 : 0;
    return quiet === QUIET_LOOKS ? true : undefined;
  });
  assert.deepEqual({ ...(await api.balance()) }, { available, held: 0 });
}
