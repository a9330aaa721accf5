// Serves the built application, and verifies a number and a file with it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import next from 'next';

const app = next({ dev: false });
await app.prepare();
const server = createServer(app.getRequestHandler());
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const api = `http://127.0.0.1:${server.address().port}/phones/v1/verify`;

async function ask(path, init = {}) {
  const reply = await fetch(api + path, {
    ...init,
    headers: { authorization: 'Bearer a-token', ...init.headers },
  });
  assert.ok(reply.ok, `${reply.status} ${path}`);
  return reply;
}

const single = await ask('', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"phone":"+1 415 555 2671"}',
});
assert.equal((await single.json()).status, 'inactive');

const utf8 = Buffer.from('имя,phone\nАнна,+14155552672\n');
// Its encoding is guessed, in a thread.
const legacy = Buffer.from('name,phone\nJ\u00fcrgen,+14155552672\nZo\u00eb,+14155552673\n', 'latin1');
for (const content of [utf8, legacy]) {
  const form = new FormData();
  form.set('file', new File([content], 'people.csv'));
  const { task_id } = await (await ask('/batch', { method: 'POST', body: form })).json();
  await (await ask(`/tasks/${task_id}/events`)).text();
  const result = await ask(`/tasks/${task_id}/download`);
  assert.match(await result.text(), /(?:Анна|Jürgen),\+14155552672,inactive/);
}

assert.equal((await fetch(api, { method: 'PUT' })).status, 401);
console.log('next was used');
process.exit(0);
