import { createNodeHandler } from '@dialproof/http';
import { listenLocally, startMemoryServer } from '@dialproof/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';
import { dashboardHandler } from '../node-handler.js';

/** A page of the history with one file. */
function listOf(fileName: string, cursor: string | null) {
  const task = {
    task_id: fileName,
    file_name: fileName,
    status: 'failed',
    failure_reason: 'cancelled',
    total: 1,
    created_at: '2026-01-02T03:04:05.006Z',
  };
  return { tasks: [task], next_cursor: cursor };
}

describeInChromium('the page, beside files,', (browser) => {
  it('checks one number', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'One number' }).click();
    await page.getByLabel('Phone number').fill('0301234');
    await page.getByRole('button', { name: 'Check the number' }).click();
    await page.getByText('This is no phone number.').waitFor();
    await page.getByLabel('Phone number').fill('+1 (415) 555-0100');
    await page.keyboard.press('Enter');
    await page
      .locator('.answer', { hasText: '+14155550100' })
      .getByText('On WhatsApp', { exact: true })
      .waitFor();
    await page.getByText('You have 999 credits left.').waitFor();
  });

  it('finds files by their names and shows what was charged', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    for (const name of ['spring.csv', 'autumn.csv']) {
      await page.getByRole('link', { name: 'Verify a file' }).click();
      await chooseFile(page, undefined, name);
      await submitFile(page);
      await waitForState(page, 'Verified');
    }
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('2 files shown.').waitFor();
    await page.getByLabel('Search by file name').fill('SPR');
    await page.getByRole('link', { name: 'autumn.csv' }).waitFor({ state: 'detached' });
    await page.getByLabel('Search by file name').fill('winter');
    await page.getByText('No file matches. Looked through 2 files.').waitFor();
    await page.getByLabel('Search by file name').fill('');
    await page.getByLabel('Status').selectOption('Not finished');
    await page.getByText('There are no files yet.').waitFor();

    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText('990').waitFor();
    await page.getByText('Given to you').waitFor();
    await page.getByRole('link', { name: 'Charged for a file' }).first().click();
    await waitForState(page, 'Verified');
  });

  it('shows files of another status while older ones of the first list are on their way', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    let sendOlder = () => {};
    const older = new Promise<void>((resolve) => {
      sendOlder = resolve;
    });
    await page.route('**/v1/verify/tasks?*', async (route) => {
      const { searchParams: query } = new URL(route.request().url());
      if (query.get('status') === 'failed') return route.fulfill({ json: listOf('failed.csv', null) });
      if (query.get('cursor') === null) return route.fulfill({ json: listOf('newest.csv', 'a-cursor') });
      await older;
      return route.fulfill({ json: listOf('older.csv', null) });
    });
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByLabel('Status').selectOption('Not finished');
    await page.getByRole('link', { name: 'failed.csv' }).waitFor();
    sendOlder();
    await page.getByText('1 file shown.').waitFor();
    expect(await page.locator('tbody').getByRole('link').allInnerTexts()).toEqual(['failed.csv']);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('adds a webhook, shows its secret once, delivers again and deletes it', async () => {
    const server = await startMemoryServer(async (parts) => {
      const api = createNodeHandler(parts);
      const handler = dashboardHandler();
      return listenLocally((request, response) => handler(request, response, () => api(request, response)));
    });
    onTestFinished(() => server.close());
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`);
    await signIn(page, token);
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.getByLabel('Address').fill('https://people.example/hook');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('https://people.example/hook').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Deliver again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click();
    await page.getByText('0 deliveries on the way.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
  });

  it('leaves out what the server does not offer', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'Webhooks' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Verify a file',
      'One number',
      'History',
      'Credits',
    ]);
  });

  it('works where the browser lets it keep nothing', async () => {
    const host = await TrialHost.start();
    const page = await browser.open('about:blank');
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    }`);
    await page.goto(`${host.origin}/`);
    await signIn(page, host.token);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('is in German for those who want it, and stays so', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Datei prüfen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Datei prüfen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    const german = await browser.open(`${host.origin}/`, { locale: 'de-CH' });
    await german.getByRole('heading', { name: 'Anmelden' }).waitFor();
  });
});
