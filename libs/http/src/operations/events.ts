import { DialproofError, hasEnded, taskId, type VerificationService } from '@dialproof/core';
import type { OpenStreams } from '../events/open-streams.js';
import { SharedWatches } from '../events/shared-watches.js';
import { stateId } from '../events/task-event.js';
import { taskEventStream } from '../events/task-event-stream.js';
import type { HttpReply } from '../message/http-message.js';
import { untilOver } from '../message/watched-content.js';
import type { AccountHandler } from './operation.js';

export interface EventsParts {
  readonly service: VerificationService;
  readonly heartbeatMs: number;
  readonly streams: OpenStreams;
}

// What is compressed or gathered on its way comes too late: no-transform is for compressing middleware, the other one for nginx.
const EVENT_HEADERS = {
  // Event streams have no other charset (WHATWG HTML, 9.2.4), but whoever looks at headers alone does not know that.
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A stopping server ends these streams, and would then wait for connections that clients keep for what else they may ask.
  connection: 'close',
} as const;

/** Tells an EventSource not to come again (WHATWG HTML, 9.2.3). */
const NOTHING_TO_COME: HttpReply = { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };

/** `GET /v1/verify/tasks/{task_id}/events`: a task's progress as server-sent events, until it has ended. */
export function eventsHandler({ service, heartbeatMs, streams }: EventsParts): AccountHandler {
  const watches = new SharedWatches(service);
  return async ({ request, accountId, id, access }) => {
    if (streams.isClosed) {
      throw new DialproofError('shutting_down', { hint: 'the server is being stopped, connect again' });
    }
    // Asked before anything is sent: a task that cannot be found is refused as everywhere.
    const asked = { accountId, taskId: taskId(id) };
    const task = await service.task(asked);
    const seenId = request.header('last-event-id');
    if (hasEnded(task.status) && seenId === stateId(task)) return NOTHING_TO_COME;
    const { signal } = request;
    const leave = streams.enter(accountId);
    const events = taskEventStream({ watches, task: asked, seenId, heartbeatMs, signal, streams, access });
    return { status: 200, headers: EVENT_HEADERS, body: untilOver(events, leave, signal) };
  };
}
