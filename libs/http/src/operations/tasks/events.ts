import { DialproofError, hasEnded, taskId, type VerificationService } from '@dialproof/core';
import { stateId, taskEventStream } from '../../events/task-event-stream.js';
import type { HttpReply } from '../../message/http-message.js';
import { noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import type { OperationCall } from '../definition/operation-call.js';

// Compression and buffering would delay events: `no-transform` turns off compressing middleware, `x-accel-buffering` the buffer of nginx.
const EVENT_HEADERS = {
  // Event streams have no other charset (WHATWG HTML, 9.2.4). It is named for programs that look at headers alone.
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A stopping server ends these streams. Without this header, it would then wait for connections that clients keep for further requests.
  connection: 'close',
} as const;

/** Makes an EventSource not connect again (WHATWG HTML, 9.2.3). */
const NOTHING_TO_COME: HttpReply = { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };

/** A task's progress as server-sent events, until it has ended. */
export const events = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}/events',
  tag: 'tasks',
  scope: 'read',
  summary: 'Follow a task until it has ended',
  headers: { 'Last-Event-ID': 'The id of the last event that the client has, which is not sent again' },
  reply: {
    kind: 'stream',
    status: 200,
    description: 'Server-sent events in UTF-8, one for each change, each with the task as its data',
    content: { 'text/event-stream': 'text' },
    headers: {
      'Cache-Control': 'no-store, no-transform: proxies must not keep, compress or collect events',
      'X-Accel-Buffering': 'no: the same for nginx',
    },
  },
  emptyReplies: [noContent('The client has the last event; there are no more')],
  errors: ['overloaded', 'shutting_down'],
  async run(service, call) {
    if (call.parts.closing.aborted) {
      throw new DialproofError('shutting_down', { hint: 'the server is being stopped, connect again' });
    }
    return inSlot(call, 'streams', () => eventsReply(service, call));
  },
});

async function eventsReply(
  service: VerificationService,
  { request, accountId, id, access, parts }: OperationCall<undefined, undefined>,
): Promise<HttpReply> {
  // Read before anything is sent, so that an unknown task is refused as elsewhere.
  const task = await service.task({ accountId, taskId: taskId(id) });
  const seenId = request.header('last-event-id');
  if (hasEnded(task.status) && seenId === stateId(task)) return NOTHING_TO_COME;
  const { closing, heartbeatMs } = parts;
  const { signal } = request;
  const events = taskEventStream({ service, task, seenId, heartbeatMs, signal, closing, access });
  return { status: 200, headers: EVENT_HEADERS, body: events };
}
