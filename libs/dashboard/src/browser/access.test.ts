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
    await expect.poll(focused, { timeout: 5_000 }).toBe('Verify a file');
    // Early, since the browser is told asynchronously to open no dialog of its own.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(/^file$/);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fileOf('people.csv', PEOPLE));
    await page.getByText('The file was read: 9 rows.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Verify \d/ }).waitFor();
    await tabTo(/^Verify \d/);
    await page.keyboard.press('Enter');
    await waitForState(page, 'Verified');
    await expect.poll(focused, { timeout: 5_000 }).toBe('people.csv');
    await tabTo(/^Delete$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused, { timeout: 5_000 }).toBe('Delete');
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
