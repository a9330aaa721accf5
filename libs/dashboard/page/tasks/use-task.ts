import type { Task } from '@dialproof/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';

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

/** Milliseconds: the longest time that timers know. */
const FOREVER_MS = 2_147_483_647;

/** The states of a task until it has ended. While the server is away or fails, requests are repeated as long as the page is open. */
export function useTask(taskId: string): FollowedTask {
  const { client, failed, signIns, texts, announce } = useTools();
  const [task, setTask] = useState<Task>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [error, setError] = useState<unknown>();
  const [isLost, setLost] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async () => {
      const states = client.task(taskId).follow({ signal, patienceMs: FOREVER_MS, onLost: setLost });
      for await (const state of states) {
        setTask(state);
        setMarks((before) => withMark(before, { at: performance.now(), processed: state.processed }));
      }
    };
    setError(undefined);
    setLost(false);
    follow().catch((failure) => {
      if (signal.aborted) return;
      setLost(false);
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

const WINDOW_MS = 30_000;
const LEAST_MS = 1_500;

/** The number of done rows at a time, in milliseconds of a clock that never goes back. */
export interface Mark {
  readonly at: number;
  readonly processed: number;
}

export interface Pace {
  readonly rowsPerMinute: number;
  /** Undefined while nothing moves. */
  readonly leftMs: number | undefined;
}

/** The marks with one more, without outdated ones: those that are too old, and those before a retry. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const [last] = marks.slice(-1);
  if (last !== undefined && mark.processed < last.processed) return [mark];
  return [...marks.filter(({ at }) => mark.at - at <= WINDOW_MS), mark];
}

/** The pace of rows over the last half minute; undefined while it is not known. */
export function paceOf(marks: readonly Mark[], total: number): Pace | undefined {
  const [first] = marks;
  const [last] = marks.slice(-1);
  if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return undefined;
  const rowsPerMs = (last.processed - first.processed) / (last.at - first.at);
  return {
    rowsPerMinute: Math.round(rowsPerMs * 60_000),
    leftMs: rowsPerMs === 0 ? undefined : (total - last.processed) / rowsPerMs,
  };
}
