import { runProgram } from '../harness/drill.js';
import { runAttackDrill } from './attack-drill.js';

const help = `Attacks the example server as it is without settings in every way, and measures what it costs an honest client and what is left.

  npm run drill:attack -- --only uploads

  --only TEXT    only the attacks with this text in their names (all)
  --seconds N    how long each lasts (5)
  --percent N    the size of each (100)
  --seed N       another seed gives other damaged requests (1)
`;

await runProgram({
  help,
  options: { only: '', seconds: '5', percent: '100', seed: '1' },
  run: ({ text, whole }, print) =>
    runAttackDrill({
      ...{ only: [text('only')], seed: whole('seed'), share: whole('percent') / 100, print },
      attackMs: whole('seconds') * 1_000,
    }),
});
