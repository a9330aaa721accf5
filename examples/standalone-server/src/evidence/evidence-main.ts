import { constants } from 'node:os';
import type { ObservationStore } from '@dialproof/core';
import type { RecordAction } from '../audit/operator-audit.js';
import { counted } from '../commands/counted.js';
import { callersPath, runOperatorCommand, Stopped, withStorage } from '../commands/operator-command.js';
import { EVIDENCE_HELP, type EvidenceCommand, readEvidenceCommand } from './evidence-command.js';
import { expireEvidence } from './expire-evidence.js';
import { importEvidence } from './import-evidence.js';
import { importProgress } from './import-progress.js';

type Action = Exclude<EvidenceCommand, { readonly name: 'help' }>;

runOperatorCommand('evidence', async () => {
  const command = readEvidenceCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(EVIDENCE_HELP);
  await withStorage(async ({ observations }, record) => {
    for (const line of await doEvidenceCommand(observations, command, record)) console.log(line);
  });
});

async function doEvidenceCommand(
  observations: ObservationStore,
  command: Action,
  record: RecordAction,
): Promise<readonly string[]> {
  switch (command.name) {
    case 'import':
      return importShowing(observations, command);
    case 'forget':
      await observations.forget(command.number);
      record({ event: 'evidence.forgotten' });
      return ['Nothing is known of this number any more. It is recorded again if it is seen again.'];
    case 'expire': {
      const removed = await expireEvidence(observations, command.days);
      record({ event: 'evidence.expired', observations: removed });
      return [`${counted(removed, 'observation')} removed.`];
    }
    default:
      return command satisfies never;
  }
}

async function importShowing(
  observations: ObservationStore,
  { file, options }: Action & { readonly name: 'import' },
): Promise<readonly string[]> {
  const progress = importProgress(process.stderr);
  const path = callersPath('evidence', file);
  const request = { file: path, options, signal: stopSignal(), onProgress: progress.show };
  try {
    return await importEvidence(observations, request);
  } finally {
    progress.stop();
  }
}

/** Aborted on Ctrl+C and SIGTERM. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const sentence = 'Stopped. What was recorded stays: import the file again for the rest.';
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Stopped(constants.signals[name], sentence)));
  }
  return stop.signal;
}
