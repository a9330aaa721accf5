import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { axeFindings, describeInChromium } from '../fixtures/chromium.fixture.js';
import { memoryHost } from '../fixtures/memory-host.fixture.js';
import { chooseFile, fileOf, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';

const PEOPLE = 'Name,Phone\nAda,+14155550100\nBob,+14155550102\nCyd,+14155550103\n';
const DO_NOT_CALL = 'phone\n+14155550102\n0171 2345601\nask\n';

describeInChromium('the suppression list', (browser) => {
  it('gets numbers from a field and from a file, and leaves them out of a download', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 50, suspended: false });
    const page = await browser.open(`${server.baseUrl}/`);
    await signIn(page, token);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Suppression list' }).waitFor();
    await page.getByText('No numbers on the list.').waitFor();
    await page.getByLabel('Phone number').fill('0171 2345601');
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByText('This is not a phone number.').waitFor();
    await page.getByLabel('Phone number').fill('+1 (415) 555-0100');
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByRole('button', { name: 'Remove +14155550100' }).waitFor();
    await page.getByLabel('Country of numbers without a country code').selectOption('Germany');
    await page.getByLabel('Choose a file').setInputFiles(fileOf('do-not-call.csv', DO_NOT_CALL));
    const notice = page.locator('.notice');
    await notice.getByText('2 numbers added.').waitFor();
    await notice.getByText('1 row had no number that could be read.').waitFor();
    await page.getByRole('button', { name: 'Remove +491712345601' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove +491712345601' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove +491712345601' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Verify a file' }).click();
    // This page has a field of the same name.
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    await chooseFile(page, PEOPLE);
    await page.getByText('2 rows have numbers on the suppression list: unknown and free.').waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByText('Charged: 1 credit').waitFor();
    await page.getByText('More options').click();
    await page.getByLabel('Leave out numbers on the suppression list').check();
    await page.getByLabel('CSV (.csv)').check();
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows' }).click(),
    ]);
    expect(await readFile((await download.path()) ?? '', 'utf8')).toBe(
      'Name,Phone,verification_status\nCyd,+14155550103,inactive\n',
    );
  });
});
