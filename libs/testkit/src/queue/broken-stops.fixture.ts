import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenQueue } from './broken-queue.fixture.js';

const STOPS = 'aborts the signal of running calls and waits until they have returned';

export const BROKEN_STOPS = [
  brokenQueue('does not tell running calls that it stops', STOPS, (queue) => ({
    start: (work) => queue.start(() => work(new AbortController().signal)),
  })),
  brokenQueue('does not wait for running calls when it stops', STOPS, (queue) => ({
    async stop() {
      queue.stop().catch(() => {});
    },
  })),
  brokenQueue('waits for one of the running calls when it stops', STOPS, (queue) => {
    const calls: Promise<unknown>[] = [];
    return {
      start: (work) =>
        queue.start((signal) => {
          const call = work(signal);
          calls.push(call);
          return call;
        }),
      async stop() {
        queue.stop().catch(() => {});
        await Promise.race([nextTurn(), ...calls]);
      },
    };
  }),
  brokenQueue('continues after a stop', 'leaves work undone that waits when it is stopped', (queue) => {
    const deaf = new AbortController();
    return {
      async start(work) {
        await queue.start(() => work(deaf.signal));
      },
      stop: async () => {},
    };
  }),
  brokenQueue(
    'hangs when a call ends with its signal',
    'stops when a running call ends with its signal',
    (queue) => ({
      start: (work) =>
        queue.start((signal) =>
          work(signal).catch((error) => (signal.aborted ? new Promise(() => {}) : Promise.reject(error))),
        ),
    }),
  ),
  brokenQueue(
    'cannot be stopped before the start',
    'stops before the start, twice, and twice at once',
    (queue) => {
      let isStarted = false;
      return {
        async start(work) {
          await queue.start(work);
          isStarted = true;
        },
        async stop() {
          if (!isStarted) throw new FaultError('it has not been started');
          await queue.stop();
        },
      };
    },
  ),
  brokenQueue('cannot be stopped twice', 'stops before the start, twice, and twice at once', (queue) => {
    let isStopping = false;
    return {
      async stop() {
        if (isStopping) throw new FaultError('it is being stopped');
        isStopping = true;
        await queue.stop();
      },
    };
  }),
];
