import { type Clock, DialproofError, hasEnded, taskId, type VerificationService } from '@dialproof/core';
import type { OpenStreams } from '../events/open-streams.js';
import { SharedWatches } from '../events/shared-watches.js';
import { stateId } from '../events/task-event.js';
import { taskEventStream } from '../events/task-event-stream.js';
import type { HttpReply } from '../message/http-message.js';
import type { SharedTurns } from '../message/shared-turns.js';
import { inPlace } from './in-place.js';
import { inSharedTurns } from './in-shared-turns.js';
import type { AccountHandler, ItemCall } from './operation.js';

export interface EventsParts {
  readonly service: VerificationService;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  readonly stallTimeoutMs: number;
  readonly streams: OpenStreams;
  /** In which streams are begun: a thousand of one account hold up nobody else. */
  readonly turns: SharedTurns;
}

// What is compressed or gathered on its way comes too late: no-transform is for compressing middleware, the other one for nginx.
const EVENT_HEADERS = {
  // Event streams have no other charset (WHATWG HTML, 9.2.4), but whoever looks at headers alone does not know that.
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A stopping server ends these streams. Without this header, it would then wait for connections that clients keep for further requests.
  connection: 'close',
} as const;

/** Makes an EventSource not connect again (WHATWG HTML, 9.2.3). */
const NOTHING_TO_COME: HttpReply = { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };

/** `GET /v1/verify/tasks/{task_id}/events`: a task's progress as server-sent events, until it has ended. */
export function eventsHandler(parts: EventsParts): AccountHandler {
  const { clock, service, streams, stallTimeoutMs, turns } = parts;
  const watches = new SharedWatches(service);
  const answer = inPlace(
    { enter: (accountId) => streams.enter(accountId), clock, stallTimeoutMs },
    inSharedTurns(turns, (call) => eventsReply(parts, watches, call)),
  );
  return async (call) => {
    if (streams.isClosed) {
      throw new DialproofError('shutting_down', { hint: 'the server is being stopped, connect again' });
    }
    return answer(call);
  };
}

async function eventsReply(
  { service, heartbeatMs, streams }: EventsParts,
  watches: SharedWatches,
  { request, accountId, id, access }: ItemCall,
): Promise<HttpReply> {
  // Asked before anything is sent: a task that cannot be found is refused as everywhere.
  const task = await service.task({ accountId, taskId: taskId(id) });
  const seenId = request.header('last-event-id');
  if (hasEnded(task.status) && seenId === stateId(task)) return NOTHING_TO_COME;
  const { signal } = request;
  const events = taskEventStream({ watches, task, seenId, heartbeatMs, signal, streams, access });
  return { status: 200, headers: EVENT_HEADERS, body: events };
}
