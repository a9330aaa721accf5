import type { SeededRandom } from '@dialproof/generate';
import type { ApiClient } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';
import type { DrillFolder } from '../server/drill-folder.js';
import type { DrilledServer } from '../server/drilled-server.js';
import type { Violations } from '../violations.js';
import type { DrillFile } from './drill-file.js';
import type { DrillTask } from './drill-task.js';
import type { SingleChecks } from './single-checks.js';

/** A completely sent file whose answer was lost by a kill. It may have become a task or not. */
export interface UnansweredFile {
  readonly file: DrillFile;
  readonly account: DrillAccount;
}

/** A drill under way: its server, and all requests to it so far. */
export interface DrillState {
  readonly random: SeededRandom;
  readonly server: DrilledServer;
  readonly client: ApiClient;
  readonly folder: DrillFolder;
  readonly violations: Violations;
  /** All of them send files. Only the last one makes single checks. */
  readonly accounts: readonly DrillAccount[];
  readonly rowsPerFile: { readonly min: number; readonly max: number };
  readonly singles: SingleChecks;
  readonly tasks: DrillTask[];
  readonly unanswered: UnansweredFile[];
}
