import { cpSync } from 'node:fs';
import { DrillFailure } from '../drill-failure.js';
import { type DrillFolder, makeDrillFolder } from '../server/drill-folder.js';
import {
  closeStage,
  makeDoneTask,
  openStage,
  type Stage,
  type StageAccounts,
  submitFile,
  tasksEnded,
} from './stage.js';

/** The start of each attack: a stopped server's folder. It is copied, so that attacks do not affect each other. */
export interface Installation {
  readonly folder: DrillFolder;
  readonly accounts: StageAccounts;
  /** A completed task of the attacker. */
  readonly doneTaskId: string;
}

/** The most tasks on a page of a list. */
const LISTED_TASKS = 100;

/** Makes accounts, a task to download, at this share of its full size, and as many more tasks as a list shows. */
export async function makeInstallation(share: number): Promise<Installation> {
  // The drill's own files must not hit the rate limits.
  const stage = await openStage({ settings: { DIALPROOF_RATES: 'off' } });
  try {
    const doneTaskId = await makeDoneTask(stage, share);
    for (let made = 0; made < LISTED_TASKS * share; made += 1) {
      await submitFile(stage, `phone\n+1415556${String(made).padStart(4, '0')}\n`);
    }
    await tasksEnded(stage);
    const how = await stage.server.stop();
    if (how !== 'exit code 0') throw new DrillFailure(`a server that nobody attacked ended in ${how}`);
    const { folder, victim, attacker, poorTokens } = stage;
    return { folder, accounts: { victim, attacker, poorTokens }, doneTaskId };
  } catch (error) {
    await closeStage(stage);
    throw error;
  }
}

/** A server on a copy of an installation. */
export function openCopy({ folder: original, accounts }: Installation): Promise<Stage> {
  const folder = makeDrillFolder();
  cpSync(original.data, folder.data, { recursive: true });
  return openStage({ folder, accounts });
}
