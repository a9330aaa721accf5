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

/** What each attack begins with: a stopped server's folder. It is copied, so that no attack finds what another has left. */
export interface Installation {
  readonly folder: DrillFolder;
  readonly accounts: StageAccounts;
  /** A task of the attacker that is done. */
  readonly doneTaskId: string;
}

/** As many tasks as a page of a list has at most. */
const LISTED_TASKS = 100;

/** Makes accounts, a task to download, of that share of its full size, and as many more as a list shows. */
export async function makeInstallation(share: number): Promise<Installation> {
  // Files of the drill are no attack.
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
