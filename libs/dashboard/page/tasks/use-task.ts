import { isDialproofError, type Task } from '@dialproof/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { type Mark, type Pace, paceOf, withMark } from './pace.js';

export interface FollowedTask {
  readonly task: Task | undefined;
  readonly pace: Pace | undefined;
  /** Why it cannot be followed. */
  readonly error: unknown;
  /** Whether the connection is lost; it is made again by itself. */
  readonly isLost: boolean;
  /** Follows it again, after it was told to go on for instance. */
  again(): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/** A task as it changes, until it has ended. A server that is away is asked again for as long as the page is open. */
export function useTask(taskId: string): FollowedTask {
  const { client, failed, signIns, texts, announce } = useTools();
  const [task, setTask] = useState<Task>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [error, setError] = useState<unknown>();
  const [isLost, setLost] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const take = (state: Task) => {
      setLost(false);
      setTask(state);
      setMarks((before) => withMark(before, { at: performance.now(), processed: state.processed }));
    };
    setError(undefined);
    void follow({ signal: stop.signal, take, lost: () => setLost(true) });
    return () => stop.abort();

    async function follow({ signal, take, lost }: Following): Promise<void> {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        try {
          // Each failure is to be seen: the pauses are made here.
          for await (const state of client.task(taskId).follow({ signal, patienceMs: 0 })) {
            take(state);
            pauseMs = FIRST_PAUSE_MS;
          }
          return;
        } catch (failure) {
          if (signal.aborted) return;
          if (!willPass(failure)) {
            setError(failure);
            failed(failure);
            return;
          }
          lost();
          await pause(pauseMs, signal);
        }
      }
    }
  }, [client, taskId, signIns, turn, failed]);
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost === wasLost.current) return;
    wasLost.current = isLost;
    announce(isLost ? texts.task.lost : texts.task.back);
  }, [isLost, announce, texts]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  return { task, pace: task === undefined ? undefined : paceOf(marks, task.total), error, isLost, again };
}

interface Following {
  readonly signal: AbortSignal;
  take(state: Task): void;
  lost(): void;
}

/** Whether a failure is one of the way there, or of a server that is being started again. */
function willPass(error: unknown): boolean {
  if (!isDialproofError(error)) return false;
  return error.status === undefined || error.status >= 500 || error.status === 429;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    // Whoever is connected again is asked at once.
    addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      removeEventListener('online', done);
      resolve();
    }
  });
}
