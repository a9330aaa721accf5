import { expect } from 'vitest';

const EMAIL = 'Ann@Example.com';
export const PASSWORD = 'correct horse battery';

/** A user of a running application, as its client sees it. */
export class TrialUser {
  readonly token: string;
  readonly #origin: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.token = token;
  }

  static async signUp(origin: string, email: string = EMAIL): Promise<TrialUser> {
    const nobody = new TrialUser(origin, '');
    const { token } = await nobody.json<{ token: string }>(201, '/sign-up', { email, password: PASSWORD });
    return new TrialUser(origin, token);
  }

  /** The same user, of the application as it was started again. */
  at(origin: string): TrialUser {
    return new TrialUser(origin, this.token);
  }

  /** A GET, or with a body a POST: a form, or anything else as JSON. */
  ask(path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> =
      this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
    if (body === undefined) return fetch(`${this.#origin}${path}`, { headers });
    if (body instanceof FormData) return fetch(`${this.#origin}${path}`, { method: 'POST', headers, body });
    headers['content-type'] = 'application/json';
    return fetch(`${this.#origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Expects a reply of this status and gives its body, whose type is the caller's claim, for it to check. */
  async json<Body>(status: number, path: string, body?: unknown): Promise<Body> {
    const reply = await this.ask(path, body);
    const text = await reply.text();
    expect(`${reply.status} ${status === reply.status ? '' : text}`).toBe(`${status} `);
    // As the comment above says.
    return JSON.parse(text) as Body;
  }

  /** Buys credits and pays for them. */
  async buy(credits: number): Promise<void> {
    const { invoice_id } = await this.json<{ invoice_id: string }>(201, '/billing/top-up', { credits });
    await this.json(200, `/billing/invoices/${invoice_id}/pay`, {});
  }

  verify(phone: string): Promise<Response> {
    return this.ask('/phones/v1/verify', { phone });
  }

  submit(content: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob([content]), 'customers.csv');
    return this.ask('/phones/v1/verify/batch', form);
  }

  /** Submits a file that has to be taken, and gives its task's id. */
  async submitted(content: string): Promise<string> {
    const reply = await this.submit(content);
    expect(reply.status).toBe(202);
    // The contract suite proves the shape of it.
    return ((await reply.json()) as { task_id: string }).task_id;
  }

  task(taskId: string): Promise<unknown> {
    return this.json(200, `/phones/v1/verify/tasks/${taskId}`);
  }

  /** Waits until a task has this status. */
  async reaches(taskId: string, status: string): Promise<void> {
    await expect.poll(() => this.task(taskId), { timeout: 20_000 }).toMatchObject({ status });
  }

  /** The credits as the host tells them, which have to be those that Dialproof tells. */
  async credits(): Promise<unknown> {
    const { credits } = await this.json<{ credits: unknown }>(200, '/me');
    expect(await this.json(200, '/phones/v1/credits')).toEqual(credits);
    return credits;
  }

  /** What the statement says, without what nobody knows before. */
  async statement(): Promise<readonly unknown[]> {
    const { entries } = await this.json<{ entries: Record<string, unknown>[] }>(200, '/billing/statement');
    return entries.map(
      ({ entry_id: _entryId, created_at: _createdAt, invoice_id: _invoiceId, ...rest }) => rest,
    );
  }
}
