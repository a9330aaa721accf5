import type { TaskStatus, VerificationStatus } from '@dialproof/core';

/** A task as the server shows it, as far as the drill looks. */
export interface PolledTask {
  readonly status: TaskStatus;
  readonly total: number;
  readonly processed: number;
  readonly summary: Readonly<Record<VerificationStatus, number>>;
  readonly credits: { readonly held: number; readonly charged: number };
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

const ANSWER_WITHIN_MS = 20_000;

/** The operations of the server. A connection that fails rejects with whatever it failed with. */
export class ApiClient {
  readonly base: string;

  constructor(port: number) {
    this.base = `http://127.0.0.1:${port}`;
  }

  poll(token: string, taskId: string): Promise<Answer<PolledTask>> {
    return this.#json(`/v1/verify/tasks/${taskId}`, token);
  }

  credits(token: string): Promise<Answer<{ available: number; held: number }>> {
    return this.#json('/v1/credits', token);
  }

  verify(token: string, phone: string): Promise<Answer<{ status: VerificationStatus }>> {
    return this.#json('/v1/verify', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone }),
    });
  }

  async download(token: string, taskId: string): Promise<Answer<string>> {
    const answer = await this.#fetch(`/v1/verify/tasks/${taskId}/download`, token);
    return { status: answer.status, body: await answer.text() };
  }

  async #json<Body>(path: string, token: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const answer = await this.#fetch(path, token, init);
    // The contract says what the body is; whatever differs from it shows as a violation.
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  #fetch(path: string, token: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.base + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }
}
