import { parentPort } from 'node:worker_threads';
import type { TaskContents } from '../../ports/task-store.js';
import { readSubmit } from '../intake/read-submit.js';
import { readPreview } from '../preview/read-preview.js';
import { RemoteParts } from './remote-parts.js';
import type { ThreadMessage, UploadResult, UploadStart } from './upload-messages.js';

// The program of a thread. `IntakeThread` starts it, and nobody else imports it.
parentPort?.on('message', (start: UploadStart) => void serve(start));

async function serve(start: UploadStart): Promise<void> {
  const { port } = start;
  const parts = new RemoteParts(port);
  const send = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  try {
    const { result, memory } = await read(start, parts);
    send({ kind: 'read', result }, memory);
  } catch (error) {
    send({ kind: 'refused', refusal: await parts.refusal(error) });
  }
}

/** What comes of a file, and the memory of it that is handed over. */
interface Outcome {
  readonly result: UploadResult;
  readonly memory: readonly ArrayBuffer[];
}

async function read(start: UploadStart, parts: RemoteParts): Promise<Outcome> {
  switch (start.kind) {
    case 'submit': {
      const contents = withChunksTogether(await readSubmit(start.upload, parts));
      await parts.appended();
      return { result: contents, memory: contents.chunks.slice(0, 1).map(({ buffer }) => buffer) };
    }
    case 'preview':
      return { result: await readPreview(start.upload, parts), memory: [] };
    default:
      return start satisfies never;
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
