import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings, describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, fileOf, PEOPLE, signedIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

const RIGHT_TO_LEFT = 'שם,טלפון\nעדה,+14155550100\nمحمد,+14155550101\n';

/** Goes through the main states of the page, and checks each. */
async function visit(page: Page, host: TrialHost, look: (state: string) => Promise<void>): Promise<void> {
  await look('a choice of files');
  await chooseFile(page);
  await page.getByText('How the file is read').click();
  await page.getByText('Cells that hold no number').click();
  await look('a preview');
  host.checker.letPass(2);
  await submitFile(page);
  await page.getByText(/^[1-8] of 9 rows$/).waitFor();
  await look('a task on its way');
  await page.getByRole('button', { name: 'Stop' }).click();
  await look('a dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep running' }).click();
  host.checker.letPass(Number.POSITIVE_INFINITY);
  await waitForState(page, 'Verified');
  await look('a result');
  for (const name of ['One number', 'History', 'Credits']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await look(name);
  }
}

describeInChromium('the page', (browser) => {
  // axe goes over every element of nine states, twice.
  it('has nothing that axe finds, light and dark, and is never wider than a phone', {
    timeout: 90_000,
  }, async () => {
    const host = await TrialHost.start();
    const page = await browser.open(`${host.origin}/`, { viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const inside = await signedIn(browser, host);
    await visit(inside, host, async (state) => {
      expect([state, await axeFindings(inside)]).toEqual([state, []]);
      await inside.emulateMedia({ colorScheme: 'dark' });
      await inside.setViewportSize({ width: 360, height: 740 });
      expect([state, await inside.evaluate('document.documentElement.scrollWidth')]).toEqual([state, 360]);
      expect([state, 'dark, on a phone', await axeFindings(inside)]).toEqual([state, 'dark, on a phone', []]);
      await inside.emulateMedia({ colorScheme: 'light' });
      await inside.setViewportSize({ width: 800, height: 600 });
      expect([state, await inside.evaluate('document.documentElement.scrollWidth')]).toEqual([state, 800]);
      await inside.setViewportSize({ width: 1280, height: 720 });
    });
  });

  it('is used with the keyboard alone, and the focus goes where something happens', async () => {
    const host = await TrialHost.start();
    const page = await browser.open(`${host.origin}/`);
    const focused = () =>
      page.evaluate('document.activeElement.textContent.trim() || document.activeElement.type');
    const focusedOption = () => page.evaluate('document.activeElement.selectedOptions[0].text');
    const said = page.locator('[role=status].visually-hidden');
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if (name.test(String(await focused()))) return;
      }
      throw new Error(`${name} is not reached by the tab key`);
    };
    await tabTo(/^Skip to the content$/);
    await tabTo(/^password$/);
    await page.keyboard.type(host.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    await expect.poll(focused).toBe('Verify a file');
    // Early, since the browser is told asynchronously to open no dialog of its own.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(/^file$/);
    await page.keyboard.press('Enter');
    const file = 'Name,Phone,Mobile\nAda,030 26481100,030 26481101\nGrace,089 2345671,0171 2345602\n';
    await (await chooser).setFiles(fileOf('people.csv', file));
    await expect
      .poll(() => said.innerText())
      .toBe('The file was read: 2 rows. Column: Phone. Choose the country of the numbers first.');
    expect(await focused()).toBe('Verify a file');
    await tabTo(/^Another country/);
    // One letter, since typed letters are one word only where they follow each other within a second.
    await page.keyboard.press('g');
    while ((await focusedOption()) !== 'Germany') await page.keyboard.press('ArrowDown');
    await tabTo(/^Use$/);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => said.innerText())
      .toBe('The file was read: 2 rows. Column: Phone. Country: Germany. At most 2 credits.');
    await tabTo(/^radio$/);
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => said.innerText())
      .toBe('The file was read: 2 rows. Column: Mobile. Country: Germany. At most 2 credits.');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toMatch(/^Verify 2 numbers/);
    await page.keyboard.press('Enter');
    await waitForState(page, 'Verified');
    await expect.poll(focused).toBe('people.csv');
    await tabTo(/^Download CSV$/);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await download;
    expect(await focused()).toBe('Download CSV');
    await tabTo(/^Delete$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Delete');
  });

  it('says once what a choice costs, of a short file only its end, and nothing for ever', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.evaluate(`
      globalThis.heard = [];
      const region = document.querySelector('[role=status].visually-hidden');
      new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, {
        ...{ characterData: true, childList: true, subtree: true },
      });
    `);
    const heard = () => page.evaluate<string[]>('heard');
    const read = 'The file was read: 2 rows. Column: Phone.';
    await chooseFile(page, 'Name,Phone\nAda,(415) 555-0100\nGrace,(415) 555-0102\n');
    await page.getByRole('button', { name: /^Country: United States/ }).click();
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    const readings = [
      `${read} Choose the country of the numbers first.`,
      `${read} Country: United States. At most 2 credits.`,
    ];
    await expect.poll(heard).toEqual(readings);
    await submitFile(page);
    await waitForState(page, 'Verified');
    const end = 'Verified. 50% can be reached: 1 of 2 rows';
    // On a slow machine a short file takes long enough for its progress to be said.
    const withoutProgress = async () => (await heard()).filter((text) => text !== 'Verifying');
    await expect.poll(withoutProgress).toEqual([...readings, end]);
    await page.clock.install();
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const said = page.locator('[role=status]:is(.toast, .visually-hidden)');
    await expect.poll(() => said.innerText()).toMatch(/ was downloaded: 2 rows\.$/);
    await page.clock.fastForward(10_000);
    await expect.poll(() => said.innerText()).toBe('');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'people.csv' }).click();
    await expect.poll(() => said.innerText()).toBe(end);
  });

  it('takes back on the next page what it said of a file that was read', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const said = page.locator('[role=status].visually-hidden');
    await page.clock.install();
    await chooseFile(page);
    await expect.poll(() => said.innerText()).toMatch(/^The file was read/);
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText('Statement').waitFor();
    expect(await said.innerText()).toBe('');
  });

  it('keeps the focus when a button has done its work', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    const file = 'Name,Telefon\nx,030 26481100\nx,089 2345671\nx,0171 2345601; 0171 2345602\n';
    await chooseFile(page, file);
    await expect.poll(focused).toBe('Verify a file');
    await page.getByRole('combobox', { name: 'Another country …' }).selectOption('DE');
    await press(/^Use$/);
    await expect.poll(focused).toBe('Needs your attention');
    await press('Use the first number of each cell');
    await page.getByText('The first number of each cell is used.').waitFor();
    await expect.poll(focused).toBe('How the file was read');
    await submitFile(page);
    await waitForState(page, 'Verified');
    const download = page.waitForEvent('download');
    await press('Download CSV');
    expect(await focused()).toBe('Download CSV');
    await download;
    await page.getByText('was downloaded: 3 rows.').waitFor({ state: 'attached' });
    expect(await focused()).toBe('Download CSV');
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await chooseFile(page, file);
    await press('Reset');
    await expect.poll(focused).toBe('Needs your attention');
    await press('Choose another file');
    await expect.poll(focused).toBe('Verify a file');
  });

  it('never hides the focused element below the cost', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, `${PEOPLE}x,030 901820,\nx,030 901821,\nx,030 901822,\n`);
    const isHidden = `(() => {
      const { activeElement: focused } = document;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 8));
      return above !== null && above.closest('.cost') !== null && focused.closest('.cost') === null;
    })()`;
    for (const viewport of [
      { width: 390, height: 700 },
      { width: 1280, height: 720 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(viewport);
      await page.getByLabel('Encoding').focus();
      for (let presses = 0; presses < 25; presses += 1) {
        await page.keyboard.press('Shift+Tab');
        expect([viewport, presses, await page.evaluate(isHidden)]).toEqual([viewport, presses, false]);
      }
    }
  });

  it('says in lists of files what came out', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('cell', { name: '33.3% can be reached: 3 of 9 rows' }).waitFor();
  });

  it('shows text from right to left in its direction', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, RIGHT_TO_LEFT, 'אנשים.csv');
    const direction = (text: string) =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll('td span')].find(({ textContent }) => textContent === '${text}')).direction`,
      );
    expect(await direction('עדה')).toBe('rtl');
    expect(await direction('+14155550101')).toBe('ltr');
  });
});
