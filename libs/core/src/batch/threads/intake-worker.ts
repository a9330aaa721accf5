import { type MessagePort, parentPort } from 'node:worker_threads';
import type { TaskContents } from '../../ports/task-store.js';
import { readSubmit } from '../intake/read-submit.js';
import type { SubmitToRead } from '../intake/upload-parts.js';
import { RemoteParts } from './remote-parts.js';
import type { ThreadMessage, UploadStart } from './upload-messages.js';

// The program of a thread. `IntakeThread` starts it, and nobody else imports it.
parentPort?.on('message', ({ port, upload }: UploadStart) => void serve(upload, port));

async function serve(upload: SubmitToRead, port: MessagePort): Promise<void> {
  const parts = new RemoteParts(port);
  const send = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  try {
    const contents = withChunksTogether(await readSubmit(upload, parts));
    await parts.appended();
    send(
      { kind: 'read', contents },
      contents.chunks.slice(0, 1).map(({ buffer }) => buffer),
    );
  } catch (error) {
    send({ kind: 'refused', refusal: await parts.refusal(error) });
  }
}

/** With its chunks in one piece of memory, which is handed over at once: most are small, and share that of other Buffers. */
function withChunksTogether(contents: TaskContents) {
  const bytes = new Uint8Array(contents.chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const chunks = contents.chunks.map((chunk) => {
    const start = end;
    end += chunk.length;
    bytes.set(chunk, start);
    return bytes.subarray(start, end);
  });
  return { ...contents, chunks };
}
