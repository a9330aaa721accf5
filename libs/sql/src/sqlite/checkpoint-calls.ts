/** What the thread that moves a log is started with, asked, and answers. */
export interface CheckpointThreadData {
  /** Of the database. */
  readonly file: string;
}

/** `move`: as much of the log as it can without waiting for anybody. */
export type CheckpointRequest = 'move' | 'end';

/** `ready`: it has done what it was asked, as far as it could. */
export type CheckpointAnswer = 'started' | 'ready';
