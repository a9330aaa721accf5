import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings, describeInChromium } from '../fixtures/chromium.fixture.js';
import { memoryHost } from '../fixtures/memory-host.fixture.js';
import { chooseFile, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';

const MARCH = 'Name,Phone\nAda,+14155550100\nBob,+14155550102\nCyd,+14155550103\n';
const MAY = 'Name,Phone\nAda,+14155550100\nBob,+14155550105\nDan,+14155550101\n';
const APRIL = 'Name,Phone\nAda,+14155550100\nBob,+14155550102\nDan,+14155550101\n';

async function opened(browser: Parameters<Parameters<typeof describeInChromium>[1]>[0]): Promise<Page> {
  const server = await memoryHost();
  const { token } = await server.openAccount({ credits: 50, suspended: false });
  const page = await browser.open(`${server.baseUrl}/`);
  await signIn(page, token);
  await page.getByRole('navigation').waitFor();
  return page;
}

async function verify(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('link', { name: 'Verify a file' }).click();
  await chooseFile(page, content, name);
  await submitFile(page);
  await waitForState(page, 'Verified');
}

const cells = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts();

describeInChromium('the page of lists', (browser) => {
  it('keeps a result up to date, and says what a newer file has changed', async () => {
    const page = await opened(browser);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByText('No lists yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await verify(page, 'customers-march.csv', MARCH);
    await page.getByRole('link', { name: 'Keep up to date' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('customers-march');
    await page.getByLabel('Name', { exact: true }).fill('Customers');
    await page.getByLabel('Verify again').selectOption('Every week');
    await page.getByLabel('Weekday').selectOption('Friday');
    await page.getByRole('combobox', { name: /^Time/ }).selectOption({ index: 18 });
    await page.getByLabel('Credit limit per run').fill('2');
    await page.getByLabel('Column that identifies each row').fill('Customer');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create list' }).click();
    // Beside the field, and nowhere else.
    const key = page.getByRole('textbox', {
      name: 'Column that identifies each row',
      description: 'The file has no such column.',
    });
    await key.waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByLabel('Column that identifies each row').fill(' name ');
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByText(/^Every Friday at 6:00 PM\. Next run .* A run costs at most 2 credits\./).waitFor();
    await page.getByText('After the second run').waitFor();

    // All numbers are known, so that the run costs nothing.
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('Nothing has changed since the run before. 3 numbers unchanged.').waitFor();
    await page.getByText('The last one cost 0 credits.').waitFor();

    await page.getByRole('link', { name: 'Verify a file' }).click();
    const ofHome = page.getByRole('table', { name: 'Lists' });
    await ofHome.getByRole('link', { name: 'Customers' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await verify(page, 'customers-april.csv', APRIL);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page
      .getByRole('row', { name: /^Customers/ })
      .getByText('Verified')
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await giveFile(page, 'customers-april.csv');
    await page.getByRole('table', { name: 'What changed' }).locator('tbody tr').nth(1).waitFor();
    // The column of the keys has the name that it has in the file.
    await page.getByRole('columnheader', { name: 'name', exact: true }).waitFor();
    const changes = await cells(page, 'What changed');
    expect(changes.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^\+14155550101 Dan New On Telegram /),
      '+14155550103 Cyd Gone Inactive ',
    ]);
    await page.getByRole('img', { name: 'from 1 to 0 in 3 runs' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByLabel('Show').selectOption('1 gone');
    await page.getByText('+14155550101').waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download changes (CSV)' }).click(),
    ]);
    expect(await readFile((await download.path()) ?? '', 'utf8')).toMatch(
      /^key,phone,.*\r?\nCyd,\+14155550103,went,/,
    );

    await verify(page, 'customers-may.csv', MAY);
    await page.getByRole('link', { name: 'Lists' }).click();
    await giveFile(page, 'customers-may.csv');
    await page
      .getByRole('combobox', { name: 'Show' })
      .getByText('All changes: 1 replaced')
      .waitFor({ state: 'attached' });
    await page.getByRole('table', { name: 'What changed' }).getByText('Number replaced').waitFor();
    const [replaced, ...more] = await cells(page, 'What changed');
    expect(replaced?.replace(/\s+/g, ' ')).toMatch(
      /^\+14155550105 Bob Number replaced \+14155550102 Dead On WhatsApp /,
    );
    expect([more, await axeFindings(page)]).toEqual([[], []]);

    // Since the first run: Cyd went, and Dan came.
    await page.getByRole('combobox', { name: /^Since/ }).selectOption({ index: 2 });
    await page.getByRole('table', { name: 'What changed' }).getByText('+14155550103').waitFor();
    const sinceFirst = await cells(page, 'What changed');
    expect(sinceFirst.map((text) => text.split(' ', 3).slice(0, 2).join(' ').trim())).toEqual([
      expect.stringContaining('+14155550105'),
      expect.stringContaining('+14155550101'),
      expect.stringContaining('+14155550103'),
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('makes a list of a file that is sent now, and gives it a newer one, both after their price', async () => {
    const page = await opened(browser);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('link', { name: 'New list' }).click();
    await chooseFile(page, MARCH, 'customers.csv');
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    await page.getByText('At most 3 credits', { exact: true }).waitFor();
    const name = page.getByRole('textbox', { name: 'Name' });
    expect(await name.inputValue()).toBe('customers');
    const key = page.getByRole('combobox', { name: 'Column that identifies each row' });
    expect(await key.locator('option').allInnerTexts()).toEqual(['None', 'Name', 'Phone']);
    await key.selectOption('Name');
    expect(await axeFindings(page)).toEqual([]);
    // The form is looked at before anything is sent.
    await name.fill('');
    await page.getByRole('button', { name: 'Create list' }).click();
    expect(await page.evaluate('document.activeElement.value')).toBe('');
    expect(await page.evaluate('document.activeElement.type')).toBe('text');
    await name.fill('Customers');
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByText(/^On day 1 of every month at 9:00 AM\./).waitFor();
    await page.getByText('After the second run').waitFor();

    await page.getByRole('link', { name: 'Newer file' }).click();
    await chooseFile(page, MAY.replace('Name', 'Customer'), 'other.csv');
    await page.getByRole('button', { name: 'Verify 3 numbers' }).click();
    await page.getByText('This file has no column “Name”').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, MAY, 'newer.csv');
    // Ada's number is known since the first file.
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    await page.getByText('Saves 1 credit.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Verify 3 numbers' }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.getByRole('table', { name: 'What changed' }).getByText('Number replaced').waitFor();
    expect(await page.getByRole('table', { name: 'Runs' }).locator('tbody tr').count()).toBe(2);
  });

  it('charges a list once whose answer was lost or whose upload was stopped', async () => {
    const page = await opened(browser);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('link', { name: 'New list' }).click();
    await chooseFile(page, MARCH, 'customers.csv');
    const keys: (string | undefined)[] = [];
    let isTaken = () => {};
    const taken = new Promise<void>((resolve) => {
      isTaken = resolve;
    });
    await page.route('**/v1/lists', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      isTaken();
    });
    await page.getByRole('button', { name: 'Create list' }).click();
    await taken;
    await page.getByRole('button', { name: 'Stop the upload' }).click();
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('heading', { name: 'customers' }).waitFor();
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('row', { name: /^customers/ }).waitFor();
    expect(await page.getByRole('row', { name: /^customers/ }).count()).toBe(1);
  });

  it('holds a file to the limit of its list, and gives a new list the limit of the user', async () => {
    const page = await opened(browser);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('link', { name: 'New list' }).click();
    await chooseFile(page, MARCH, 'customers.csv');
    const limit = page.getByRole('spinbutton', { name: 'Credit limit per run' });
    const create = page.getByRole('button', { name: 'Create list' });
    await limit.fill('2');
    await page.getByText('The file costs more than the credit limit of 2 credits.').first().waitFor();
    expect(await create.isDisabled()).toBe(true);
    await limit.fill('4');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const changed = page.waitForRequest((request) => request.method() === 'PATCH');
    // Until the run of the list has its outcome.
    const said = page.getByText('The list was created.').waitFor({ state: 'attached' });
    await create.click();
    expect((await sent).postData()).toMatch(/name="max_credits"\r\n\r\n3\r\n/);
    expect((await changed).postDataJSON()).toEqual({ max_credits: 4 });
    await page.getByRole('heading', { name: 'customers' }).waitFor();
    await said;

    await page.getByRole('link', { name: 'Newer file' }).click();
    const more = Array.from({ length: 5 }, (_, index) => `N,+1415555020${index}\n`).join('');
    await chooseFile(page, `Name,Phone\n${more}`, 'newer.csv');
    await page.getByText('The file costs more than the credit limit of 4 credits.').waitFor();
    expect(await page.getByRole('button', { name: 'Verify 5 numbers' }).isDisabled()).toBe(true);
    // The file is still there after a look at another page.
    await page.goBack();
    await page.goForward();
    await page.getByText('The file costs more than the credit limit of 4 credits.').waitFor();
  });

  it('changes and deletes a list, and shows why a run was skipped', async () => {
    const page = await opened(browser);
    await verify(page, 'customers.csv', `${MARCH}Ada again,+14155550100\nEve,\nFay,ask me\n`);
    await page.getByRole('link', { name: 'Keep up to date' }).click();
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('heading', { name: 'customers' }).waitFor();
    await page.getByText('A run costs at most 3 credits.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Clients');
    await page.getByLabel('Check a number again').selectOption('At every run');
    await page.getByLabel('Verify again').selectOption('Only when I ask');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    await page.getByText('Only when you ask.').waitFor();
    await page.route('**/v1/lists/*', async (route) => {
      const response = await route.fetch();
      const list = Object(await response.json());
      const skipped = { ...list.last_run, status: 'skipped', reason: 'insufficient_credits' };
      await route.fulfill({ response, json: { ...list, last_run: skipped } });
    });
    await page.reload();
    await page.getByText('You didn’t have enough credits.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete list' }).click();
    await page.getByText('No lists yet.').waitFor();
  });
});

/** Gives the list the rows of a file that was verified. */
async function giveFile(page: Page, fileName: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('link', { name: 'Newer file' }).click();
  await page.getByRole('combobox', { name: /^File/ }).selectOption({ label: await optionOf(page, fileName) });
  await page.getByRole('button', { name: 'Use this file' }).click();
}

/** The whole label of the file's option, which has its time too. */
async function optionOf(page: Page, fileName: string): Promise<string> {
  const option = page.locator('option', { hasText: fileName });
  await option.waitFor({ state: 'attached' });
  return (await option.textContent()) ?? '';
}
