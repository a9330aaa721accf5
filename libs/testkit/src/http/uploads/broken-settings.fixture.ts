import type { SubmitRequest } from '@dialproof/core';
import { withFault } from '../../runner/broken.fixture.js';
import { type BrokenServer, over, receiving, replying, withJson } from '../server/broken-server.fixture.js';

const SUBJECT = 'the settings of an upload';

/** A server that hands an upload on as `change` leaves it. */
function submitting(change: (request: SubmitRequest) => SubmitRequest) {
  return over(({ service }) => ({
    service: withFault(service, { submit: (request) => service.submit(change(request)) }),
  }));
}

export const BROKEN_SETTINGS: readonly BrokenServer[] = [
  {
    fault: 'forgets the area code',
    subject: SUBJECT,
    caughtBy: 'say of which area numbers are that have no area code',
    create: submitting(({ defaultAreaCode: _, ...request }) => request),
  },
  {
    fault: 'always reads the first of several numbers',
    subject: SUBJECT,
    caughtBy: 'say that the first of several numbers is meant',
    create: submitting((request) => ({ ...request, severalNumbers: 'first' })),
  },
  {
    fault: 'forgets which row is the header',
    subject: SUBJECT,
    caughtBy: 'say which row is the header',
    create: submitting(({ headerRow: _, ...request }) => request),
  },
  {
    fault: 'counts rows from 0',
    subject: SUBJECT,
    caughtBy: 'say which row is the header',
    create: submitting(({ headerRow, ...request }) =>
      headerRow === undefined ? request : { ...request, headerRow: headerRow + 1 },
    ),
  },
  {
    fault: 'takes the position of a column for its name',
    subject: SUBJECT,
    caughtBy: 'say at which position the column of phones is, and the task says so too',
    create: submitting(({ phoneColumn, ...request }) =>
      phoneColumn === undefined ? request : { ...request, phoneColumn: 'phone' },
    ),
  },
  {
    fault: 'forgets the sheet',
    subject: SUBJECT,
    caughtBy: 'say which sheet of a workbook is read',
    create: submitting(({ sheet: _, ...request }) => request),
  },
  {
    fault: 'reads the name of a sheet as Latin-1',
    subject: SUBJECT,
    caughtBy: 'say which sheet of a workbook is read',
    create: submitting(({ sheet, ...request }) =>
      sheet === undefined ? request : { ...request, sheet: Buffer.from(sheet).toString('latin1') },
    ),
  },
  {
    fault: 'forgets the encoding',
    subject: SUBJECT,
    caughtBy: 'say in which encoding a file is',
    create: submitting(({ encoding: _, ...request }) => request),
  },
  {
    fault: 'does not say in which encoding a file was read',
    subject: SUBJECT,
    caughtBy: 'say in which encoding a file is',
    create: replying((reply) =>
      withJson(reply, (body) => ('encoding' in body ? { ...body, encoding: 'utf-8' } : body)),
    ),
  },
  {
    fault: 'does not look into the query of an upload',
    subject: SUBJECT,
    caughtBy: 'count more in the form than in the query, and not at all when they are empty',
    create: receiving(() => ({ query: '' })),
  },
  {
    fault: 'takes a setting that has no such value',
    subject: SUBJECT,
    caughtBy: 'are refused with malformed_request and leave nothing: several_numbers=all',
    create: replying((reply) => (reply.status === 400 ? { ...reply, status: 202 } : reply)),
  },
  {
    fault: 'keeps its notes to itself',
    subject: SUBJECT,
    caughtBy: 'are named by the notes of a task that may want them',
    create: replying((reply) => withJson(reply, (body) => ('notes' in body ? { ...body, notes: [] } : body))),
  },
];
