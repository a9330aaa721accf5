import { describe, expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const VENDORS = `
export const VENDOR_NAMES = ['example'];
export const VENDORS = {
  example: {
    title: 'Example', documents: { answer: 'https://example.com/doc' },
    knows: 'All.', cannotKnow: 'Nothing.', price: 'None.', limits: 'Few.', sandbox: 'One.',
  },
};
`;
const TABLES = `
| checker | in service | cannot be reached | does not exist | cannot tell |
| --- | --- | --- | --- | --- |
| \`example\` | on, busy | off | never | never |

| checker | knows | does not know | price | limits | trying it |
| --- | --- | --- | --- | --- | --- |
| \`example\` | [Example](https://example.com/doc): All. | Nothing. | None. | Few. | One. |

`;

/** The output of the check for a page with these tables. */
function check(tables: string, vendors = VENDORS) {
  const replies = [
    { reply: 'on', gives: 'line_live' },
    { reply: 'busy', gives: 'line_live' },
    { reply: 'off', gives: 'line_absent' },
    { reply: 'a wrong key', gives: 'unauthorized' },
  ];
  return runCheck(
    'vendors.mjs',
    folderOf({
      'docs/vendors.md': `# Vendors\n\n<!-- vendors: made by tools/checks/vendors.mjs -->\n${tables}<!-- /vendors -->\n`,
      'libs/checkers/dist/vendors/index.js': vendors,
      'libs/checkers/src/vendors/replies/example.json': { number: '+1', replies },
      'package.json': { type: 'module' },
    }),
  );
}

describe('the check of vendors', () => {
  it('finds nothing where the tables are those of the files', () => {
    expect(check(TABLES)).toEqual({ code: 0, stdout: '1 vendors, 0 problems\n', stderr: '' });
  });

  it('leaves a cell empty where the pages of a vendor do not say it', () => {
    const silent = TABLES.replace('| None. | Few. |', '|  |  |');
    const vendors = VENDORS.replace(
      "'None.', limits: 'Few.'",
      "'Not on these pages.', limits: 'Not on these pages.'",
    );
    expect(check(silent, vendors)).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses tables that say something else', () => {
    expect(check(TABLES.replace('| never | never |', '| gone | never |'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run with --write'),
    });
  });
});
