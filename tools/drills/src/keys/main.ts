import { parseArgs } from 'node:util';
import { runKeysDrill } from './keys-drill.js';

const HELP = `Kills the example server while requests with an Idempotency-Key are on their way, and repeats each until it is answered.

  node tools/drills/dist/keys/main.js --kills 40

  --kills N  how often (40)
`;

// The server is killed when this process exits, so it does not outlive an aborted drill.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const { violations, ...figures } = await runKeysDrill({
    kills: wholeNumber('--kills', values.kills),
  });
  console.log(
    `${figures.kills} kills, each ${figures.stepMs.toFixed(1)} ms later than the one before; of the requests:`,
  );
  console.log(`  ${figures.answeredBefore} had been answered`);
  console.log(`  ${figures.keptUnseen} had an answer that was kept and had not come`);
  console.log(`  ${figures.begun} had been begun`);
  console.log(`  ${figures.unknown} were not known`);
  for (const violation of violations) console.log(`  VIOLATION ${violation}`);
  console.log(violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}
