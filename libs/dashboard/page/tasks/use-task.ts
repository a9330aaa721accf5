import type { Task } from '@dialproof/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { followPatiently, type Pause } from './follow-patiently.js';
import { type Mark, type Pace, paceOf, withMark } from './pace.js';

export interface FollowedTask {
  readonly task: Task | undefined;
  readonly pace: Pace | undefined;
  /** The failure to follow it. */
  readonly error: unknown;
  /** Whether the connection is lost; it is made again by itself. */
  readonly isLost: boolean;
  /** Follows it again, for instance after a retry. */
  again(): void;
}

/** The states of a task until it has ended. While the server is away, requests are repeated as long as the page is open. */
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
    const { signal } = stop;
    setError(undefined);
    followPatiently({
      signal,
      states: () => client.task(taskId).follow({ signal, patienceMs: 0 }),
      take,
      lost: () => setLost(true),
      pause: (asked) => pause(asked, signal),
    }).catch((failure) => {
      setError(failure);
      failed(failure);
    });
    return () => stop.abort();
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

function pause({ ms, isAsked }: Pause, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    // Whoever is connected again is asked at once.
    if (!isAsked) addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      removeEventListener('online', done);
      resolve();
    }
  });
}
