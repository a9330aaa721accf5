import { type Print, runProgram } from '../harness/drill.js';
import type { Programs } from '../harness/programs.js';
import { UNRECORDED_MS } from '../model/upstream.js';
import { withEarlierRelease } from './earlier-release.js';
import { whyNoFleet } from './fleet.js';
import { playScene } from './play-scene.js';
import { SCENES } from './scenes.js';

const help = `Kills, restarts and cuts off servers and workers over PostgreSQL and Redis, and compares every result and credit.

  npm run drill:machines -- --only killed

  --only TEXT      only the scenes with this text in their names (all)
  --files N        files of a scene (6)
  --rows N         rows of each (4000)
  --kills N        the most kills of a scene (20)
  --away-ms N      how long services are away (25000)
  --seed N         another seed gives other files and other kills (1)
  --recorded-ms N  how soon an answer has to be recorded (${UNRECORDED_MS})
  --before REV     the programs that a rolling restart replaces are those of this revision

DATABASE_URL and REDIS_URL name the services. The scenes: ${SCENES.map(({ name }) => name).join('; ')}.
`;

await runProgram({
  help,
  options: {
    ...{ only: '', files: '6', rows: '4000', kills: '20', 'away-ms': '25000', seed: '1' },
    ...{ 'recorded-ms': String(UNRECORDED_MS), before: '' },
  },
  async run({ text, whole }, print) {
    const missing = await whyNoFleet();
    if (missing !== undefined) throw new Error(missing);
    const size = {
      ...{ files: whole('files'), rows: whole('rows'), kills: whole('kills'), seed: whole('seed') },
      ...{ awayMs: whole('away-ms'), unrecordedMs: whole('recorded-ms') },
    };
    const playAll = async (programs?: Programs) => {
      const violations: string[] = [];
      for (const scene of SCENES.filter(({ name }) => name.includes(text('only')))) {
        print(scene.name);
        const indented: Print = (line) => print(`  ${line}`);
        const found = await playScene(scene, size, indented, programs);
        violations.push(...found.map((each) => `${scene.name}: ${each}`));
      }
      return violations;
    };
    return text('before') === '' ? await playAll() : await withEarlierRelease(text('before'), playAll);
  },
});
