import { createNodeHandler } from '@dialproof/http';
import { listenLocally, startMemoryServer } from '@dialproof/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { axeFindings, describeInChromium } from '../fixtures/chromium.fixture.js';
import { LIVE_LINE } from '../fixtures/gated-checker.fixture.js';
import { DELIVERIES, memoryHost } from '../fixtures/memory-host.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';
import { dashboardHandler } from '../mounts.js';

/** A page of the history with one file. */
function listOf(fileName: string, cursor: string | null) {
  const task = {
    task_id: fileName,
    file_name: fileName,
    status: 'failed',
    failure_reason: 'cancelled',
    total: 1,
    processed: 0,
    summary: { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 },
    credits: { held: 0, charged: 0 },
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
    await page.getByRole('button', { name: 'Check number' }).click();
    await page.getByText('This is not a phone number.').waitFor();
    await page.getByLabel('Phone number').fill('+1 (415) 555-0100');
    await page.keyboard.press('Enter');
    await page
      .locator('.answer', { hasText: '+14155550100' })
      .getByText('On WhatsApp', { exact: true })
      .waitFor();
    await page.getByText('You have 999 credits left.').waitFor();
  });

  it('says of a number that is unknown what was found', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'One number' }).click();
    await page.getByLabel('Phone number').fill(LIVE_LINE);
    await page.keyboard.press('Enter');
    const answer = page.locator('.answer', { hasText: LIVE_LINE });
    await answer.getByText('The line is in service.').waitFor();
    await answer.getByText('line_live: active').waitFor();
    expect(await page.getByText('Nothing is known').count()).toBe(0);
  });

  it('finds files by their names and shows the charges', async () => {
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
    await page.getByText('No file matches.').waitFor();
    await page.getByLabel('Search by file name').fill('');
    await page.getByLabel('Status').selectOption('Not finished');
    await page.getByText('No files yet.').waitFor();

    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText('990').waitFor();
    await page.getByText('Credits added').waitFor();
    await page
      .getByRole('link', { name: /^Charged for .*\.csv$/ })
      .first()
      .click();
    await waitForState(page, 'Verified');
  });

  it('shows a charge with the name of its file, and never without', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, undefined, 'spring.csv');
    await submitFile(page);
    await waitForState(page, 'Verified');
    const asked = page.waitForRequest('**/v1/verify/tasks?*');
    const entries = page.waitForResponse('**/v1/credits/entries*');
    let sendNames = () => {};
    const names = new Promise<void>((resolve) => {
      sendNames = resolve;
    });
    await page.route('**/v1/verify/tasks?*', async (route) => {
      await names;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Credits' }).click();
    await asked;
    await (await entries).finished();
    await page.getByText('995').waitFor();
    expect(await page.getByText('Charged for').count()).toBe(0);
    sendNames();
    await page.getByRole('link', { name: 'Charged for spring.csv' }).waitFor();
  });

  it('says how long ago a file was submitted, and when', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, undefined, 'spring.csv');
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByRole('link', { name: 'History' }).click();
    const time = page.getByRole('table').locator('time');
    expect(await time.innerText()).toMatch(/^(now|\d minutes? ago)$/);
    expect(await time.getAttribute('title')).toMatch(/ \d{4}, \d+:\d\d/);
  });

  it('tells files of one name apart by their times', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    for (const name of ['spring.csv', 'autumn.csv', 'spring.csv']) {
      await page.getByRole('link', { name: 'Verify a file' }).click();
      await chooseFile(page, undefined, name);
      await submitFile(page);
      await waitForState(page, 'Verified');
    }
    await page.getByRole('link', { name: 'History' }).click();
    const links = page.getByRole('rowheader').getByRole('link');
    await expect.poll(() => links.count()).toBe(3);
    const [last = '', other, first = ''] = await links.allInnerTexts();
    expect(other).toBe('autumn.csv');
    for (const name of [first, last]) expect(name).toMatch(/^spring\.csv \d+:\d\d:\d\d\s[AP]M$/);
    expect(first).not.toBe(last);
    await page.getByRole('button', { name: `Download CSV: ${first}` }).waitFor();
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

  it('does not say that there are no files when the list was refused', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.route('**/v1/verify/tasks?*', (route) =>
      route.fulfill({ status: 501, json: { detail: 'not_supported' } }),
    );
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('alert').getByText('This server doesn’t support this.').waitFor();
    expect(await page.getByText('No files yet.').count()).toBe(0);
  });

  it('adds a webhook, shows its secret once, delivers again and deletes it', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`);
    await signIn(page, token);
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByLabel('Address').fill('https://people.example/hook');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('https://people.example/hook').waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('0 deliveries on the way.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet.').waitFor();
  });

  it('adds a webhook once when the answer was lost and it is added again', async () => {
    const keys: string[] = [];
    let losesAnswers = true;
    const server = await startMemoryServer(async (parts) => {
      const api = createNodeHandler(parts);
      const handler = dashboardHandler();
      return listenLocally((request, response) => {
        if (request.method === 'POST' && request.url === '/v1/webhooks') {
          keys.push(String(request.headers['idempotency-key']));
          const lose = () => {
            request.socket.destroy();
            return response;
          };
          if (losesAnswers) response.end = lose;
        }
        handler(request, response, () => api(request, response));
      });
    });
    onTestFinished(() => server.close());
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`);
    await signIn(page, token);
    await page.getByLabel('Address').fill('https://people.example/hook');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('alert').waitFor();
    losesAnswers = false;
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('https://people.example/hook').waitFor();
    expect(await page.getByText('https://people.example/hook').count()).toBe(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows the last deliveries of a webhook', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`);
    await signIn(page, token);
    await page.getByLabel('Address').fill('https://people.example/hook');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Recent deliveries').click();
    await page.getByText('No recent deliveries.').waitFor();
    await page.route('**/deliveries?*', (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get('cursor') === null;
      return route.fulfill({ json: isFirst ? DELIVERIES : { deliveries: [], next_cursor: null } });
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const rows = page.getByRole('table', { name: 'Recent deliveries' }).locator('tbody tr');
    await rows.nth(1).waitFor();
    const cells = await rows.locator('td:nth-child(n+2)').allInnerTexts();
    expect(cells.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      ...['File done', 'Pending 2 attempts', expect.stringMatching(/^Status 503 /)],
      ...[expect.stringMatching(/2026/), 'Credits low', 'Not delivered 10 attempts'],
      ...[expect.stringMatching(/^Host name not found /), ''],
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    const listed = page.waitForRequest('**/deliveries?*');
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
    await listed;
  });

  it('makes a token, shows it once, and revokes it', async () => {
    const server = await memoryHost();
    const { token: own } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/tokens`);
    await signIn(page, own);
    await page.getByLabel('Name', { exact: true }).fill('crm');
    for (const use of ['Check single numbers', 'Verify files']) await page.getByLabel(use).uncheck();
    await page.getByLabel('Daily credit limit').fill('500');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = (await page.getByRole('dialog').locator('code').innerText()).trim();
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('dialog').getByText('Copied.').waitFor();
    expect(await page.evaluate('window.copied')).toBe(token);
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /crm/ });
    await row.getByText('View files, results and credits').waitFor();
    await row.getByText('Up to 500 credits a day').waitFor();
    const credits = () =>
      fetch(`${server.baseUrl}/v1/credits`, { headers: { authorization: `Bearer ${token}` } });
    expect((await credits()).status).toBe(200);
    expect(await axeFindings(page)).toEqual([]);

    await row.getByRole('button', { name: 'Revoke crm' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await credits()).status).toBe(401);
  });

  it('shows a token whose answer was lost, and what to do about it', async () => {
    const server = await memoryHost();
    const { token: own } = await server.openAccount({ credits: 5, suspended: false });
    const authorization = `Bearer ${own}`;
    const made = await fetch(`${server.baseUrl}/v1/tokens`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(made.status).toBe(201);
    const page = await browser.open(`${server.baseUrl}/#/tokens`);
    await signIn(page, own);
    await page.getByRole('button', { name: 'Revoke the unnamed token' }).waitFor();
    await page.route('**/v1/tokens', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByLabel('Name', { exact: true }).fill('crm');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('The token may have been created anyway.').waitFor();
    await page.getByRole('button', { name: 'Revoke crm' }).waitFor();
  });

  it('leaves out operations that the server does not offer', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'Settings' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Verify a file',
      'One number',
      'History',
      'Credits',
    ]);
  });

  it('works if the browser forbids storage', async () => {
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

  it('has a link to every page in sight on a phone, also in German', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const phone = { locale: 'de-DE', viewport: { width: 390, height: 844 } };
    const page = await browser.open(`${server.baseUrl}/`, phone);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    await expect.poll(() => links.count()).toBe(6);
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    expect(boxes.filter((box) => box === null || box.x < 0 || box.x + box.width > 390)).toEqual([]);
  });

  it('is in German for users who choose it, and stays so', async () => {
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
