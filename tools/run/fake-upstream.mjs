// `npm run -s fake-upstream -- twilio`: installs and builds what is missing, then speaks a vendor's API on this machine until Ctrl+C.
// It prints the settings that a checker asks it by. See docs/checkers.md.
import { parseArgs } from 'node:util';
import { build, installMissing, refuse, requireNode } from './prepare.mjs';

async function fakeUpstream() {
  requireNode();
  await installMissing();
  await build('libs/testkit');
  const { startFakeUpstream, VENDOR_FAKES } = await import('../../libs/testkit/dist/upstreams/index.js');
  const { failing, name, port } = readCommandLine(Object.keys(VENDOR_FAKES));
  const fake = VENDOR_FAKES[name]();
  const fault = ({ method, path }) => {
    const fails = Math.random() * 100 < failing;
    console.error(`${method} ${path}${fails ? ': 500' : ''}`);
    return fails ? { kind: 'reply', reply: { status: 500, body: {} } } : undefined;
  };
  const upstream = await startFakeUpstream(fake.answers, { fault, port }).catch((error) =>
    refuse(`Port ${port} cannot be used: ${error.message}.`),
  );
  console.log(`export DIALPROOF_CHECKER=${name}`);
  for (const [variable, value] of Object.entries(fake.settings(upstream.baseUrl)))
    console.log(`export ${variable}=${value}`);
  console.error(`A fake of ${name} answers at ${upstream.baseUrl}. What it says is MADE UP. Ctrl+C ends it.`);
}

function readCommandLine(names) {
  const usage = `Usage: npm run -s fake-upstream -- <${names.join(' | ')}> [--port 4010] [--failing 20]`;
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { port: { type: 'string', default: '4010' }, failing: { type: 'string', default: '0' } },
    });
    const [name, ...more] = positionals;
    const port = numberIn(values.port, 65_535);
    const failing = numberIn(values.failing, 100);
    if (names.includes(name) && more.length === 0) return { failing, name, port };
  } catch {
    // The usage says what is right.
  }
  return refuse(usage);
}

function numberIn(text, most) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) throw new RangeError(text);
  return Number(text);
}

fakeUpstream();
