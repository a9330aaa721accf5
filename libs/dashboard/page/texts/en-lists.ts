import type { ChangeKind } from '@dialproof/client';
import { counted } from './formats.js';

const rows = counted('en', { one: 'row', other: 'rows' });
const numbers = counted('en', { one: 'number', other: 'numbers' });
const credits = counted('en', { one: 'credit', other: 'credits' });
const runs = counted('en', { one: 'run', other: 'runs' });

/** The texts about lists that are verified again. */
export const lists = {
  intro: 'A list is verified again by itself, and tells you what has changed.',
  none: 'No lists yet. Phone numbers are given up and change hands all the time: a list that was right last year is not right today.',
  fromHelp: 'The list has the rows of this file, read in the same way.',
  choose: 'Choose a file …',
  orVerified: 'Or use a file that you have already verified',
  keep: 'Keep up to date',
  next: 'Next run',
  nameHelp: 'For you to recognize it, such as Customers.',
  schedule: 'Verify again',
  every: { never: 'Only when I ask', day: 'Every day', week: 'Every week', month: 'Every month' },
  weekday: 'Weekday',
  monthDay: 'Day of the month',
  hour: 'Time',
  inZone: (time: string, zone: string) => `${time} (${zone})`,
  zone: (zone: string) => `Time zone: ${zone}.`,
  fresh: 'Check a number again',
  freshNone: 'At every run',
  freshWithin: (age: string) => `After ${age}`,
  freshHelp: 'Until then its last answer is used again and costs nothing.',
  maxCredits: 'Credit limit per run',
  maxCreditsHelp: 'A run that could cost more is skipped, and you see why. Leave empty for no limit.',
  keyColumn: 'Column that identifies each row',
  keyColumnHelp:
    'Such as the customer number: it is shown beside each number that changed, and tells when one replaced another.',
  mayBeEmpty: 'May be empty.',
  overLimit: (limit: number) => `The file costs more than the credit limit of ${credits(limit)}.`,
  noKeyColumn: 'None',
  lacksKeyColumn: (name: string) =>
    `This file has no column “${name}”, which identifies the rows of this list. Choose another file, or change the column of the list.`,
  create: 'Create list',
  creating: 'Creating …',
  created: 'The list was created.',
  scheduled: {
    never: 'Only when you ask',
    day: (time: string) => `Every day at ${time}`,
    week: (weekday: string, time: string) => `Every ${weekday} at ${time}`,
    month: (day: number, time: string) => `On day ${day} of every month at ${time}`,
  },
  atMost: (count: number) => `at most ${credits(count)}`,
  cost: (count: number) => `A run costs at most ${credits(count)}.`,
  costLast: (count: number) => `The last one cost ${credits(count)}.`,
  checkedAt: (time: string) => `Checked ${time}`,
  nextAt: (time: string) => `Next run ${time}`,
  skipped: 'Skipped',
  starting: 'The run is about to start …',
  openRun: 'Show the run',
  result: 'Show the rows',
  skippedAt: (time: string) => `The run of ${time} was skipped`,
  failedAt: (time: string) => `The run of ${time} did not finish`,
  stays: 'Below is the result of the run before.',
  skipReasons: {
    insufficient_credits: 'You didn’t have enough credits.',
    max_credits_exceeded: 'It could have cost more than the credit limit allows.',
    daily_limit_reached: 'The token of this list may not use more credits on that day.',
    stored_bytes_exceeded: 'Your storage is full. Delete old files.',
    task_not_found: 'Its rows were deleted. Give it a newer file.',
  } as Readonly<Record<string, string>>,
  now: 'What is true now',
  overTime: 'Over time',
  change: 'Since the run before',
  trend: (from: string, to: string, count: number) => `from ${from} to ${to} in ${runs(count)}`,
  changes: 'What changed',
  noChange: 'Nothing has changed since the run before.',
  noRunBefore: 'After the second run, you’ll see here what has changed.',
  notComparable: 'The rows of that run were deleted, so there is nothing to compare with.',
  kinds: { came: 'New', changed: 'Changed', replaced: 'Number replaced', went: 'Gone' } satisfies Record<
    ChangeKind,
    string
  >,
  kindsOf: {
    came: (count: number) => `${count.toLocaleString('en')} new`,
    changed: (count: number) => `${count.toLocaleString('en')} changed`,
    replaced: (count: number) => `${count.toLocaleString('en')} replaced`,
    went: (count: number) => `${count.toLocaleString('en')} gone`,
  } satisfies Record<ChangeKind, (count: number) => string>,
  unchanged: (count: number) => `${numbers(count)} unchanged`,
  show: 'Show',
  since: 'Since',
  runBefore: 'the run before',
  noChangeSince: 'Nothing has changed since then.',
  all: 'All changes',
  number: 'Number',
  kind: 'Change',
  before: 'Before',
  after: 'Now',
  downloadChanges: 'Download changes (CSV)',
  changesOfRun: 'Changes',
  runs: 'Runs',
  run: 'Run',
  firstRun: 'first run',
  notCompared: 'not compared',
  runNow: { button: 'Verify now', title: 'Verify this list now?' },
  newerText: 'It gets the rows of the newer file. What changed is shown as for a run.',
  newerYes: 'Use this file',
  replaced: 'The list has the rows of the newer file.',
  edit: 'Edit',
  editTitle: 'Edit list',
  save: 'Save',
  saved: 'The list was changed.',
  delete: {
    button: 'Delete',
    title: 'Delete this list?',
    text: 'It is not verified any more. The files of its runs stay in the history.',
    yes: 'Delete list',
  },
  deleted: 'The list was deleted.',
  suppressed: 'Numbers that must not be checked or called are on the',
};

/** The texts about numbers that must not be called. */
export const suppressions = {
  intro:
    'Numbers that you must not call. They are never checked and cost nothing: in files and lists they come back as unknown, and you can leave them out of a download.',
  phoneHelp: 'With its country code, such as +1 415 555 0100.',
  add: 'Add number',
  addOne: 'Add a number',
  addFile: 'Add a file',
  added: (phone: string) => `${phone} was added.`,
  addedFile: (added: number, known: number) =>
    known === 0
      ? `${numbers(added)} added.`
      : `${numbers(added)} added, ${known.toLocaleString('en')} already on the list.`,
  withoutNumber: (count: number) =>
    `${rows(count)} had no number that could be read. For numbers without a country code, choose their country.`,
  none: 'No numbers on the list.',
  at: 'Added',
  remove: {
    button: 'Remove',
    text: 'The number can be checked again, and downloads include it again.',
  },
  removeOne: (phone: string) => `Remove ${phone}`,
  removed: (phone: string) => `${phone} was removed.`,
  leaveOut: 'Leave out numbers on the suppression list',
  inFile: (count: number) =>
    `${rows(count)} ${count === 1 ? 'has a number' : 'have numbers'} on the suppression list: unknown and free.`,
};
