/** The data with which the checkpoint thread is started. */
export interface CheckpointThreadData {
  /** Path of the database. */
  readonly file: string;
}

/** `move`: moves as much of the log as possible without waiting for others. */
export type CheckpointRequest = 'move' | 'end';

/** `ready`: the request is done, as far as possible. */
export type CheckpointAnswer = 'started' | 'ready';
