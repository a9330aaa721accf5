import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runAttackDrill } from './attack-drill.js';
import { attackLines, faultLines } from './attack-table.js';

const HELP = `Attacks the example server in every way there is, and looks what it costs others and what is left.

  node tools/drills/dist/attack/main.js --only uploads

  --only TEXT    only the attacks whose names have this text in them; may be given several times (all)
  --seconds N    how long each lasts (8)
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
if (!/^[1-9]\d{0,2}$/.test(values.seconds)) {
  throw new RangeError(`--seconds is "${values.seconds}", expected a whole number from 1 to 999`);
}

// So that the server, which is killed when this process exits, does not outlive a drill that is broken off.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(HELP);
else {
  const print = (lines: readonly string[]) => console.log(lines.join('\n'));
  print([`load of the machine: ${loadavg()[0]?.toFixed(1)}`]);
  const violations = await runAttackDrill({
    only: values.only,
    times: { calmMs: 2_000, attackMs: Number(values.seconds) * 1_000, stopAfterMs: 2_000, afterMs: 2_000 },
    share: 1,
    judgesTimes: true,
    onAttack: (name, figures, found) => print(attackLines(name, figures, found)),
    onFault: (name, report) => print(faultLines(name, report)),
  });
  print([`load of the machine: ${loadavg()[0]?.toFixed(1)}`]);
  print([violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`]);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
