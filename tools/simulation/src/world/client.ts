import { isDialproofError } from '@dialproof/core';
import type { Machine } from './machine.js';
import { uploadForm } from './upload-form.js';
import type { VirtualTime } from './virtual-time.js';

export interface ClientRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  /** The `Idempotency-Key`: a client that heard no reply repeats its request with it. */
  readonly key?: string;
  readonly json?: unknown;
  /** The contents of a .csv file that is uploaded. */
  readonly file?: string;
  /** The fields before the file. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The reply's JSON, of which a story expects this shape. */
export function jsonOf<Shape>(reply: Reply): Shape {
  return JSON.parse(reply.text) as Shape;
}

/** The fields of a task that stories read. */
export interface ShownTask {
  readonly task_id: string;
  readonly status: 'queued' | 'processing' | 'done' | 'failed';
}

/** How long a client waits before it asks again. */
const PAUSE_MS = 1_000;
const MOST_TRIES = 200;

/** Statuses after which a client repeats a request: the server is away or busy with the same request. */
function isToBeRepeated({ status, text }: Reply): boolean {
  return status >= 500 || (status === 409 && text.includes('request_in_progress'));
}

async function replyOf(response: Response): Promise<Reply> {
  return { status: response.status, text: await response.text() };
}

/** A reply that breaks off half way. */
function brokenOff(error: unknown): Reply {
  return { status: 599, text: String(error) };
}

export interface ClientParts {
  readonly machine: Machine;
  readonly time: VirtualTime;
  /** The replies that were heard before, by step. */
  readonly heard: ReadonlyMap<string, unknown>;
  readonly onHeard: (step: string, value: unknown) => void;
  /** Milliseconds since the story began, in an earlier life or in this one. */
  readonly elapsedMs: () => number;
}

/**
 * The people of a story: customers, who use HTTP, and the operator. Each step has a name. A step whose end was heard before is not made
 * again.
 */
export class Client {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** Sends a request until its reply asks for no repeat. */
  async call(step: string, request: ClientRequest): Promise<Reply> {
    return await this.operator(step, () => this.ask(request));
  }

  /** An act of the operator, or anything else that is repeated unless its end was heard. */
  async operator<Value>(step: string, act: (machine: Machine) => Promise<Value>): Promise<Value> {
    const { heard, machine, onHeard } = this.#parts;
    // The value of a step has the same type in every run.
    if (heard.has(step)) return heard.get(step) as Value;
    for (;;) {
      try {
        const value = await act(machine);
        onHeard(step, value);
        return value;
      } catch (error) {
        if (!isDialproofError(error, 'storage_unavailable')) throw error;
        await this.pass(PAUSE_MS);
      }
    }
  }

  /** Like {@link call}, but always sends the request, even if its reply was heard before the crash. */
  async ask({ fields, file, json, key, method, path, token }: ClientRequest): Promise<Reply> {
    const { machine, time } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
      if (key !== undefined) headers.set('idempotency-key', key);
      let body: string | undefined;
      if (file !== undefined) {
        const { mediaType, text } = uploadForm(file, fields);
        headers.set('content-type', mediaType);
        body = text;
      } else if (json !== undefined) {
        body = JSON.stringify(json);
        headers.set('content-type', 'application/json');
      }
      const sent = method ?? (body === undefined ? 'GET' : 'POST');
      const request = new Request(`http://kit.test${path}`, {
        method: sent,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      time.activity += 1;
      const reply = await machine.handler(request).then(replyOf).catch(brokenOff);
      time.activity += 1;
      // Expected failures have a code. A 500 is a defect, even if the repeat succeeds.
      if (reply.status === 500) throw new Error(`${sent} ${path} is answered with 500`);
      if (!isToBeRepeated(reply)) return reply;
      if (tries === MOST_TRIES)
        throw new Error(`${sent} ${path} is still refused: ${reply.status} ${reply.text}`);
      await this.pass(PAUSE_MS);
    }
  }

  /** Polls a task until it has ended. Once that was heard, it is not asked again: the task may be gone later. */
  async ended(step: string, taskId: string, token: string): Promise<void> {
    await this.operator(step, async () => {
      for (;;) {
        const reply = await this.ask({ path: `/v1/verify/tasks/${taskId}`, token });
        if (reply.status !== 200) throw new Error(`the task is not shown: ${reply.status} ${reply.text}`);
        const { status } = jsonOf<ShownTask>(reply);
        if (status === 'done' || status === 'failed') return;
        await this.pass(PAUSE_MS);
      }
    });
  }

  /** Waits until so many milliseconds have passed since the story began. */
  async at(ms: number): Promise<void> {
    await this.pass(Math.max(0, ms - this.#parts.elapsedMs()));
  }

  async pass(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.time.clock.schedule(ms, resolve));
  }
}
