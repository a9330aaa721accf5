import { expect } from 'vitest';

const EMAIL = 'Ann@Example.com';
export const PASSWORD = 'correct horse battery';

/** A user of a running application, as its client sees it. Paths are those below /api. */
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
    const url = `${this.#origin}/api${path}`;
    const headers: Record<string, string> =
      this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
    if (body === undefined) return fetch(url, { headers });
    if (body instanceof FormData) return fetch(url, { method: 'POST', headers, body });
    headers['content-type'] = 'application/json';
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Expects a reply of this status and gives its body, whose type is the caller's claim, for it to check. */
  async json<Body>(status: number, path: string, body?: unknown): Promise<Body> {
    const reply = await this.ask(path, body);
    const text = await reply.text();
    expect(`${reply.status} ${status === reply.status ? '' : text}`).toBe(`${status} `);
    // As the comment above says.
    return JSON.parse(text) as Body;
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

  /** The wallet as the host tells it, whose credits have to be those that Dialproof tells. */
  async wallet(): Promise<{ used: number; held: number }> {
    const { credit_limit, used, held } = await this.statement();
    expect(await this.json(200, '/phones/v1/credits')).toEqual({
      available: credit_limit - used - held,
      held,
    });
    return { used, held };
  }

  /** What was charged: how much, and the task if it was for one. */
  async charges(): Promise<readonly unknown[]> {
    const { charges } = await this.statement();
    return charges.map(({ credits, task_id }) => ({ credits, task_id }));
  }

  private statement() {
    return this.json<{
      credit_limit: number;
      used: number;
      held: number;
      charges: { credits: number; task_id: string | null }[];
    }>(200, '/billing/statement');
  }
}
