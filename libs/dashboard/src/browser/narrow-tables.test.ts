import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { DELIVERIES, memoryHost } from '../fixtures/memory-host.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

const PHONE = { viewport: { width: 390, height: 700 } };
const CELLS = new Set(['columnheader', 'rowheader', 'cell']);

/** The rows of a table as Chromium tells them to screen readers. Playwright takes roles from the elements, whatever is hidden or laid out otherwise. */
async function toldRows(page: Page, label: string): Promise<readonly (readonly string[])[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const below = (id: string): typeof nodes =>
    (byId.get(id)?.childIds ?? []).flatMap((child) => {
      const node = byId.get(child);
      return node === undefined ? [] : [node, ...below(child)];
    });
  const told = (id: string) => below(id).filter(({ ignored }) => !ignored);
  const table = nodes.find(({ name, role }) => role?.value === 'table' && name?.value === label);
  return told(table?.nodeId ?? '')
    .filter(({ role }) => role?.value === 'row')
    .map((row) =>
      told(row.nodeId)
        .filter(({ role }) => CELLS.has(role?.value))
        .map(({ name, role }) => `${role?.value}: ${name?.value ?? ''}`),
    );
}

describeInChromium('lists on a small screen', (browser) => {
  it('shows each row of a list as its cells with their names, and tells screen readers of a table', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, PHONE);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByRole('link', { name: 'History' }).click();
    const table = page.getByRole('table', { name: 'History' });
    await table.getByText('people.csv').waitFor();
    // Chromium tells of a table by its elements. Other browsers may need the roles in this layout.
    expect(await page.locator(':is(table, thead, tbody, tr, th, td):not([role])').count()).toBe(0);
    const [header, ...rows] = await toldRows(page, 'History');
    expect(header).toEqual([
      'columnheader: File',
      'columnheader: Status',
      'columnheader: Result',
      'columnheader: Rows',
      'columnheader: Credits',
      'columnheader: Submitted',
      'columnheader: Download',
    ]);
    expect(rows).toEqual([
      [
        'rowheader: people.csv',
        'cell: Verified',
        expect.stringMatching(/^cell: /),
        'cell: 9',
        'cell: 5',
        expect.stringMatching(/^cell: (now|\d minutes? ago)$/),
        'cell: Download CSV: people.csv',
      ],
    ]);
    const row = table.getByRole('row').nth(1);
    const cell = row.getByRole('cell', { name: '9', exact: true });
    const label = await page.evaluate(
      'getComputedStyle(document.querySelector("td[data-label=Rows]"), "::before").content',
    );
    expect(label).toContain('"Rows"');
    const top = (box: { y: number } | null) => box?.y ?? Number.NaN;
    const credits = row.getByRole('cell', { name: '5', exact: true });
    expect(top(await credits.boundingBox())).toBeGreaterThan(top(await cell.boundingBox()));
  });

  it('tells screen readers of every cell of a row, also of an empty one', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`, PHONE);
    await signIn(page, token);
    const deliveries = DELIVERIES.deliveries.map((delivery) => ({ ...delivery, last_attempt: null }));
    await page.route('**/deliveries?*', (route) => route.fulfill({ json: { ...DELIVERIES, deliveries } }));
    await page.getByLabel('Address').fill('https://people.example/hook');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Recent deliveries').click();
    await page.getByRole('table', { name: 'Recent deliveries' }).waitFor();
    const rows = await toldRows(page, 'Recent deliveries');
    expect(rows.map((cells) => cells.length)).toEqual([5, 5, 5]);
    expect(rows[1]?.slice(3)).toEqual(['cell: ', expect.stringMatching(/^cell: .*2026/)]);
    const empty = page.locator('td:empty').first();
    expect(await empty.evaluate((cell) => cell.getBoundingClientRect().height)).toBe(0);
  });
});
