import assert from 'node:assert/strict';
import { taskShape, type WireTask } from '@dialproof/http';

/** One event of a task, as a client sees it. */
export interface TaskEvent {
  readonly id: string;
  readonly name: string;
  readonly task: WireTask;
}

/** Compared whole: every text of the API names its charset. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** The events of a reply as they come, by the rules of WHATWG HTML, 9.2.6. Leaving the iteration goes away from the server. */
export async function* taskEvents(reply: Response): AsyncGenerator<TaskEvent, void, undefined> {
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), EVENT_STREAM);
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
      yield { id, name: fields.get('event') ?? 'message', task: taskShape.parse(JSON.parse(data)) };
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
