import { isDialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { openParsedUpload, type ParsedFile, ParsedUpload } from './parsed-upload.js';

const FILE: ParsedFile = { field: 'file', name: 'customers.csv', content: oneChunk() };

async function* oneChunk() {
  yield Buffer.from('phone\n+14155552671\n');
}

function open(files: readonly ParsedFile[], fields: Readonly<Record<string, unknown>> = {}) {
  return openParsedUpload(new ParsedUpload({ files, fields }), { mayLackFile: false });
}

function refusalOf(...form: Parameters<typeof open>): [string, string | undefined] {
  try {
    open(...form);
  } catch (error) {
    if (isDialproofError(error)) return [error.code, error.hint];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('an upload that the host has parsed', () => {
  it('is the file and the settings beside it', () => {
    const fields = { default_country: 'DE', header_row: '2', phone_column: ['Handy'], csrf: 'x' };
    const upload = open([FILE], fields);
    expect(upload).toMatchObject({
      file: { fileName: 'customers.csv', content: FILE.content },
      failure: undefined,
    });
    expect([...upload.fields]).toEqual([
      ['default_country', 'DE'],
      ['header_row', '2'],
      ['phone_column', 'Handy'],
    ]);
  });

  it('needs no file where the form or the query names a kept one', () => {
    expect(open([], { upload_id: 'x' }).file).toBeUndefined();
    const empty = new ParsedUpload({ files: [], fields: {} });
    expect(openParsedUpload(empty, { mayLackFile: true }).file).toBeUndefined();
  });

  it('may have unknown fields of any type', () => {
    const nested = Object.assign(Object.create(null), { name: 'x' });
    expect([...open([FILE], { note: ['a', 'b'], phone_column: nested }).fields]).toEqual([]);
  });

  it.each<[string, Parameters<typeof open>, string, RegExp]>([
    ['without a file', [[]], 'file_required', /no field named "file"/],
    ['with a text for a file', [[], { file: 'phone' }], 'file_required', /without a file name/],
    ['with an empty upload_id', [[], { upload_id: '' }], 'file_required', /no field named "file"/],
    ['with the file elsewhere', [[{ ...FILE, field: 'upload' }]], 'file_required', /came in "upload"/],
    ['with a file without a name', [[{ ...FILE, name: '' }]], 'file_required', /has no file in it/],
    ['with two files', [[FILE, FILE]], 'malformed_request', /more than one file/],
    ['with a file and a text', [[FILE], { file: 'x' }], 'malformed_request', /"file" twice/],
    ['with a setting twice', [[FILE], { phone_column: ['a', 'b'] }], 'malformed_request', /comes twice/],
    [
      'with another setting twice',
      [[FILE], { encoding: ['big5', 'big5'] }],
      'malformed_request',
      /comes twice/,
    ],
    ['with a long setting', [[FILE], { phone_column: 'x'.repeat(4097) }], 'malformed_request', /too long/],
  ])('is refused %s, as one that arrives', (_what, form, code, hint) => {
    expect(refusalOf(...form)).toEqual([code, expect.stringMatching(hint)]);
  });
});
