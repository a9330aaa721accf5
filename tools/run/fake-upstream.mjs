// `npm run -s fake-upstream -- twilio`: installs and builds what is missing, then speaks a vendor's API on this machine until Ctrl+C.
// It prints the `checkers.json` that it is asked by. See docs/checkers.md.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, installMissing, refuse, requireNode, root } from './prepare.mjs';

async function fakeUpstream() {
  requireNode();
  await installMissing();
  await build('libs/testkit');
  await build('libs/checkers');
  const upstreams = await import('../../libs/testkit/dist/upstreams/index.js');
  const { FAKE_SECRET, startFakeUpstream, VENDOR_FAKES } = upstreams;
  const { VENDOR_NAMES, VENDORS } = await import('../../libs/checkers/dist/vendors/index.js');
  const { failing, name, port } = readCommandLine([...Object.keys(VENDOR_FAKES), ...VENDOR_NAMES]);
  const fake = VENDOR_FAKES[name]?.() ?? recorded(name);
  const fault = ({ method, path }) => {
    const fails = Math.random() * 100 < failing;
    console.error(`${method} ${path}${fails ? ': 500' : ''}`);
    return fails ? { kind: 'reply', reply: { status: 500, body: {} } } : undefined;
  };
  const upstream = await startFakeUpstream(fake.answers, { fault, port }).catch((error) =>
    refuse(`Port ${port} cannot be used: ${error.message}.`),
  );
  const settings = { checkers: [{ checker: name, ...fake.settings(upstream.baseUrl) }] };
  console.log(JSON.stringify(settings, null, 2));
  console.error(`A fake of ${name} answers at ${upstream.baseUrl}. What it says is MADE UP. Ctrl+C ends it.`);
  console.error(`Save what it printed as checkers.json, and set:`);
  console.error(`export DIALPROOF_CHECKERS_FILE=checkers.json FAKE_SECRET=${FAKE_SECRET}`);
  if (fake.privateKey !== undefined) console.error(`export FAKE_PRIVATE_KEY='${fake.privateKey}'`);

  /** A described vendor, which answers with its recorded replies. */
  function recorded(vendor) {
    const names = Object.keys(VENDORS[vendor].secrets);
    const privateKey = names.includes('private_key') ? newPrivateKey() : undefined;
    const [callingCode] = VENDORS[vendor].description.covers?.callingCodes ?? [];
    const file = join(root, `libs/checkers/src/vendors/replies/${vendor}.json`);
    return {
      answers: upstreams.recordedUpstream({
        recorded: JSON.parse(readFileSync(file, 'utf8')),
        secrets: [FAKE_SECRET, privateKey].filter((secret) => secret !== undefined),
        callingCode,
        findingOf: upstreams.findingOfNumber,
      }),
      settings: (baseUrl) => ({
        baseUrl,
        secrets: Object.fromEntries(
          names.map((one) => [one, { env: one === 'private_key' ? 'FAKE_PRIVATE_KEY' : 'FAKE_SECRET' }]),
        ),
      }),
      privateKey,
    };
  }
}

/** In one line, as files of environment variables have it. */
function newPrivateKey() {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey.trim().replaceAll('\n', '\\n');
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
