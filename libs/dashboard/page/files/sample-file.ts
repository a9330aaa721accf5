/** Numbers that are reserved for fiction, and cells as real lists have them. */
const ROWS = [
  'Name,Phone,City',
  'Ada,+1 415-555-0100,San Francisco',
  'Grace,+1 415-555-0101,San Francisco',
  'Alan,+1 (415) 555-0102,Oakland',
  'Edsger,+1 415 555 0103,Berkeley',
  'Barbara,+44 20 7946 0958,London',
  'Donald,+44 7700 900123,Leeds',
  'Ada again,+14155550100,Sausalito',
  'Tony,ask at reception,York',
  'Niklaus,,Bath',
];

/** A file to try the page with. */
export function sampleFile(): File {
  return new File([`${ROWS.join('\n')}\n`], 'sample.csv', { type: 'text/csv' });
}
