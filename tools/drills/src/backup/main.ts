import { runProgram } from '../harness/drill.js';
import { runBackupDrill } from './backup-drill.js';

const help = `Backs a server up at work, kills it, restores the backup, and checks that nothing is missing.

  npm run drill:backup

  --files N   files that are sent before, and again meanwhile (5)
  --rows N    rows of each (20000)
  --seed N    (1)
`;

await runProgram({
  help,
  options: { files: '5', rows: '20000', seed: '1' },
  run: ({ whole }, print) =>
    runBackupDrill({ files: whole('files'), rows: whole('rows'), seed: whole('seed'), print }),
});
