import assert from 'node:assert/strict';
import { OPERATIONS } from '@dialproof/http';
import type { WireTask } from '@dialproof/http/adapter';
import { eventually } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, expectNothingLeftInTheEnd, openApi } from '../server/api.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone, phoneCsv } from '../server/sample-files.js';

/** One event of a task, as a client sees it. */
export interface TaskEvent {
  readonly id: string;
  readonly name: string;
  readonly task: WireTask;
}

/** The whole header: every text of the API names its charset. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** The events of a reply as they come, by the rules of WHATWG HTML, 9.2.6. Leaving the loop closes the connection. */
export async function* taskEvents(reply: Response): AsyncGenerator<TaskEvent, void, undefined> {
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, EVENT_STREAM]);
  let id = '';
  let fields = new Map<string, string>();
  for await (const line of linesOf(reply)) {
    if (line !== '') {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      assert.ok(name !== 'data' || !fields.has('data'), 'the data is not one line');
      fields.set(name, value);
      continue;
    }
    id = fields.get('id') ?? id;
    const data = fields.get('data');
    if (data !== undefined) {
      yield {
        id,
        name: fields.get('event') ?? 'message',
        task: OPERATIONS.poll.reply.shape.parse(JSON.parse(data)),
      };
    }
    fields = new Map();
  }
}

/** Lines without their ends; text after the last end is no line. */
async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r?\n/);
    text = lines.pop() ?? '';
    yield* lines;
  }
}

const ONE_SLOW = csv(['phone'], [phone('slow')], [phone('dead')]);
/** More numbers than are checked at once, so that the task takes a while. */
const MANY_SLOW = csv(['phone'], ...Array.from({ length: 150 }, (_, serial) => [phone('slow', serial)]));

function follow(api: Api, taskId: string, lastEventId?: string): Promise<Response> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  return api.request(`/v1/verify/tasks/${taskId}/events`, { headers });
}

interface Following {
  readonly lastEventId?: string;
  /** Called when the reply has begun. */
  onReply?(): void;
  /** Called with each event. */
  onEvent?(): void;
}

async function followToTheEnd(
  api: Api,
  taskId: string,
  { lastEventId, onReply, onEvent }: Following = {},
): Promise<TaskEvent[]> {
  const seen: TaskEvent[] = [];
  const reply = await follow(api, taskId, lastEventId);
  onReply?.();
  for await (const event of taskEvents(reply)) {
    seen.push(event);
    onEvent?.();
  }
  return seen;
}

/** The first event, after which the client goes away. */
async function firstEvent(api: Api, taskId: string): Promise<TaskEvent> {
  for await (const event of taskEvents(await follow(api, taskId))) return event;
  throw new Error('the stream has ended without an event');
}

export function eventsCases(it: DefineCase<MountedServer>): void {
  it('are the task as it is, its changes, and its end, as polls have them', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: ONE_SLOW });
    const events = await followToTheEnd(api, taskId, { onEvent: () => server.answerSlowChecks?.() });
    const [first, last] = [events[0], events.at(-1)];
    assert.ok(first !== undefined && last !== undefined && first !== last, 'the task had ended at once');
    assert.deepEqual([first.task.status === 'done', last.task.status], [false, 'done']);
    assert.deepEqual(last.task, await api.poll(taskId));
    for (const { name, task } of events) {
      assert.deepEqual([name, task.task_id], [task.status === 'done' ? 'end' : 'progress', taskId]);
    }
    const processed = events.map(({ task }) => task.processed);
    assert.deepEqual(
      processed,
      processed.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length, 'a state has come twice');
  });

  it('of a task that has ended are its end alone, and nothing on the way may hold them up', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: phoneCsv(2) });
    const reply = await follow(api, taskId);
    const caching = (reply.headers.get('cache-control') ?? '').split(/, */);
    assert.ok(caching.includes('no-store') && caching.includes('no-transform'));
    assert.equal(reply.headers.get('x-accel-buffering'), 'no');
    assert.equal(reply.headers.get('content-encoding'), null);
    const names: string[] = [];
    for await (const { name } of taskEvents(reply)) names.push(name);
    assert.deepEqual(names, ['end']);
  });

  it('continue after the one that the client has', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: ONE_SLOW });
    const { id } = await firstEvent(api, taskId);
    const events = await followToTheEnd(api, taskId, {
      lastEventId: id,
      onReply: () => server.answerSlowChecks?.(),
    });
    assert.equal(events.at(-1)?.name, 'end');
    assert.ok(
      events.every((event) => event.id !== id),
      'the client is told what it has',
    );
  });

  it('are over for a client that has the last, and for no other', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: phoneCsv(2) });
    const { id } = await firstEvent(api, taskId);
    const over = await follow(api, taskId, id);
    assert.deepEqual([over.status, await over.text()], [204, '']);
    for (const other of ['', `${id}0`, 'none', '"; drop table tasks']) {
      assert.equal(
        (await followToTheEnd(api, taskId, { lastEventId: other })).at(-1)?.id,
        id,
        `${other} is taken for the last`,
      );
    }
  });

  it('are not sent to HEAD, which has the headers', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: ONE_SLOW });
    const reply = await api.request(`/v1/verify/tasks/${taskId}/events`, { method: 'HEAD' });
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, EVENT_STREAM]);
    assert.equal(await reply.text(), '');
    assert.deepEqual([...(await server.leftovers())], []);
  });

  it('are not watched any more once their client has gone, and the task continues', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: MANY_SLOW });
    await Promise.all([1, 2, 3].map(() => firstEvent(api, taskId)));
    await eventually(async () => ((await server.leftovers()).length === 0 ? true : undefined));
    assert.notEqual((await api.poll(taskId)).status, 'done', 'something was left until the task had ended');
    server.answerSlowChecks?.();
    assert.equal((await api.ended(taskId)).status, 'done');
    await expectNothingLeftInTheEnd(server, api, 850);
  });
}
