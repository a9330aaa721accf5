import type { Task } from '../api/api.js';
import type { RequestOptions } from '../client-options.js';
import { DialproofError } from '../dialproof-error.js';
import type { Deadline } from '../requests/deadline.js';
import { unexpectedReply } from '../requests/refusal.js';
import type { RequestSender } from '../requests/request-sender.js';

/** A stream sends its first bytes at once. If none have arrived after this time, a proxy holds it back. */
const FIRST_BYTES_MS = 10_000;
/** A server without news sends a comment every 15 seconds by default. */
const SILENCE_MS = 45_000;

export interface TaskEventsRequest {
  readonly taskId: string;
  /** The id of the last event that was seen, which is not sent again. */
  readonly lastEventId: string | undefined;
  readonly options: RequestOptions;
}

/** A state of a task, as an event. */
export interface TaskEvent {
  readonly id: string;
  readonly task: Task;
}

/** An open event stream. */
export interface TaskEvents extends AsyncIterable<TaskEvent> {
  /** Milliseconds to wait before connecting again, if the stream names them. */
  readonly retryMs: number | undefined;
}

/**
 * Connects to the events of a task, once; `undefined` if the last event was seen already. The stream may end before the task, and is silent
 * behind a proxy that buffers replies: then reading it fails with `timed_out`.
 */
export async function openTaskEvents(
  sender: RequestSender,
  { taskId, lastEventId, options }: TaskEventsRequest,
): Promise<TaskEvents | undefined> {
  return sender.send(
    'events',
    {
      id: taskId,
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      options: { ...options, timeoutMs: options.timeoutMs ?? FIRST_BYTES_MS, maxRetries: 0 },
    },
    async (response, deadline) => {
      if (response.status === 204) return undefined;
      const isEvents = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      if (!isEvents || response.body === null) throw unexpectedReply(response);
      return readEvents(response.body, deadline);
    },
  );
}

function readEvents(body: ReadableStream<Uint8Array>, deadline: Deadline): TaskEvents {
  const parser = new EventStreamParser();
  return {
    get retryMs() {
      return parser.retryMs;
    },
    async *[Symbol.asyncIterator]() {
      const reader = body.getReader();
      let patienceMs = FIRST_BYTES_MS;
      try {
        for (;;) {
          deadline.start(patienceMs);
          const { done, value } = await reader.read();
          deadline.stop();
          if (done) return;
          patienceMs = SILENCE_MS;
          for (const { id, data } of parser.push(value)) yield { id, task: taskIn(data) };
        }
      } catch (error) {
        throw deadline.failure(error);
      } finally {
        // Otherwise the connection of an abandoned stream would stay open to its end.
        deadline.leave();
        await reader.cancel().catch(() => {});
      }
    },
  };
}

function taskIn(data: string): Task {
  try {
    // The data of every event of this stream is a task.
    return JSON.parse(data) as Task;
  } catch (cause) {
    throw new DialproofError('unexpected_reply', { hint: 'an event of the task is no JSON', cause });
  }
}

/** A server-sent event. */
export interface ServerEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Parses an event stream in pieces (WHATWG HTML, 9.2.6). */
export class EventStreamParser {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come. */
  #rest = '';
  #data: string[] = [];
  #type = '';
  #id = '';
  /** The delay before the next connection that the stream asks for, in milliseconds. */
  retryMs: number | undefined;

  /** The events that this piece completes. */
  push(bytes: Uint8Array): ServerEvent[] {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // A carriage return at the very end may be the first half of a line end.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  #dispatch(): ServerEvent | undefined {
    const [data, type] = [this.#data, this.#type];
    this.#data = [];
    this.#type = '';
    return data.length === 0 ? undefined : { id: this.#id, type: type || 'message', data: data.join('\n') };
  }
}
