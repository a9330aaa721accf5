import { parseArgs } from 'node:util';
import { getCountries } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { meetsAim } from './aim.js';
import { countryNumbers } from './lists/country-numbers.js';
import { LIST_KINDS } from './lists/list-kinds.js';
import { listsSum, listsTable, oddListCells, wrongKinds } from './lists/lists-table.js';
import { type ListTally, measureKind } from './lists/measure-lists.js';
import { measureWriting, readNonPhones } from './measure.js';
import { nonPhonesTable, oddCells, writingsTable } from './print-table.js';
import { sampleNumbers } from './sample-numbers.js';
import { WORDS } from './words.js';
import { WRITINGS } from './writings.js';

const HELP = `Measures how many phone cells are read as the number that a person would read, and whether any is misread.

  npm run recognition              every writing
  npm run recognition -- lists     whole lists of every country

  --cells   also shows the first cells that were not read
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cells: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(HELP);
else process.exitCode = (positionals.includes('lists') ? await printLists() : printNumbers()) ? 0 : 1;

async function printLists(): Promise<boolean> {
  const countries = getCountries(metadata).map((country) => countryNumbers(country));
  const tallies: ListTally[] = [];
  for (const kind of LIST_KINDS) tallies.push(await measureKind(kind, countries));
  console.log(listsTable(tallies).join('\n'));
  console.log(`\n${listsSum(tallies)}`);
  if (values.cells) console.log(`\n${tallies.flatMap(oddListCells).join('\n')}`);
  return wrongKinds(tallies).length === 0;
}

function printNumbers(): boolean {
  const samples = sampleNumbers();
  const results = WRITINGS.map((writing) => measureWriting(writing, samples));
  const countries = getCountries(metadata);
  const nonPhones = Object.entries(WORDS.nonPhones).map(([kind, cells]) => ({
    kind,
    cells,
    read: readNonPhones(cells, countries),
  }));

  const withNumbers = new Set(samples.map(({ country }) => country));
  console.log(`${samples.length} numbers of ${withNumbers.size} countries\n`);
  console.log(writingsTable(results).join('\n'));
  console.log(`\n${nonPhonesTable(nonPhones).join('\n')}`);
  if (values.cells) console.log(`\n${results.flatMap(oddCells).join('\n')}`);

  const missed = results.filter((result) => !meetsAim(result));
  const misread = nonPhones.flatMap(({ read }) => read);
  for (const { writing } of missed) console.log(`\nmisses the aim: ${writing.name}`);
  for (const [cell, country] of misread) console.log(`\nis no phone number: ${cell} (${country})`);
  return missed.length + misread.length === 0;
}
