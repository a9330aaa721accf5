import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runAttackDrill } from './attack-drill.js';
import { ATTACK_HEAD, attackRow, FAULT_HEAD, faultRow } from './attack-table.js';

const HELP = `Attacks the example server in every way there is, and looks what it costs others and what is left.

  node tools/drills/dist/attack/main.js --only uploads

  --only TEXT    only the attacks whose names have this text in them; may be given several times (all)
  --seconds N    how long each lasts (8)
  --minutes N    how long all of them may take; what has not begun by then is left out, which is a violation (15)
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
});
for (const name of ['seconds', 'minutes'] as const) {
  if (!/^[1-9]\d{0,2}$/.test(values[name])) {
    throw new RangeError(`--${name} is "${values[name]}", expected a whole number from 1 to 999`);
  }
}

// The server is killed when this process exits, so it does not outlive an aborted drill.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(HELP);
else {
  const print = (...lines: readonly string[]) => console.log(lines.join('\n'));
  const machine = () =>
    `Node ${process.versions.node}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`;
  const began = performance.now();
  print(`Begins: ${machine()}`, '', ...ATTACK_HEAD);
  let faults = 0;
  const violations = await runAttackDrill({
    only: values.only,
    times: { calmMs: 2_000, attackMs: Number(values.seconds) * 1_000, stopAfterMs: 2_000, afterMs: 2_000 },
    share: 1,
    judgesTimes: true,
    withinMs: Number(values.minutes) * 60_000,
    onAttack: (name, outcome) => print(attackRow(name, outcome)),
    onFault(name, report) {
      if (faults === 0) print('', ...FAULT_HEAD);
      faults += 1;
      print(faultRow(name, report));
    },
  });
  print('', ...violations.map((violation) => `VIOLATION ${violation}`));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const verdict = violations.length === 0 ? 'Everything held' : `Violations: ${violations.length}`;
  print(`${verdict}, after ${minutes} minutes. ${machine()}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
