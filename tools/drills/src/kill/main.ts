import { runProgram } from '../harness/drill.js';
import { UNRECORDED_MS } from '../model/upstream.js';
import { runKillDrill } from './kill-drill.js';

const help = `Kills a real server over SQLite in random moments, and checks that nothing is lost or charged twice.

  npm run drill:kill -- --kills 30

  --kills N   how often (30)
  --seed N    another seed gives other files and other moments (1)
  --rows N    the rows of the largest file (4000)
`;

await runProgram({
  help,
  options: { kills: '30', seed: '1', rows: '4000' },
  run: ({ whole }, print) =>
    runKillDrill({
      ...{ kills: whole('kills'), seed: whole('seed'), rows: whole('rows') },
      ...{ unrecordedMs: UNRECORDED_MS, print },
    }),
});
