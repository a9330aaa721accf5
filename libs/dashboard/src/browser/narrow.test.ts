import type { ReplyOf } from '@dialproof/http';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { DELIVERIES, memoryHost } from '../fixtures/memory-host.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

/** Lists have one name that fits and one that does not. */
const LONG_NAME = `${'Kundenliste_Filiale_Nord_2026_'.repeat(3)}.csv`;
const GERMAN = 'Name,Festnetz,Mobil\nx,030 26481100,0171 2345601; 0171 2345602\nx,089 2345671,0171 2345603\n';

/** What is wider than the page, or beside it. Only the table of a preview is scrolled sideways, in a box of its own. */
const TOO_WIDE = `(() => {
  const { scrollWidth } = document.documentElement;
  const isOutside = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
  };
  const usable = [...document.querySelectorAll('button, a, input, select, summary, .choose')];
  return [
    ...(scrollWidth > innerWidth ? ['the page: ' + scrollWidth] : []),
    ...usable
      .filter((element) => element.checkVisibility() && element.closest('.first-rows') === null && isOutside(element))
      .map((element) => element.outerHTML),
  ];
})()`;

/** 320 is that of WCAG 2.2, 1.4.10 Reflow. At 880, tables are just not stacked. */
const WIDTHS = [320, 390, 880];

/** Looks at a state of the page in both languages at the widths of small screens. */
async function look(page: Page, state: string): Promise<void> {
  for (const language of ['de', 'en']) {
    await page.evaluate(`(() => {
      const field = document.querySelector('.language select');
      field.value = '${language}';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.locator(`html[lang=${language}]`).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      expect([state, language, width, await page.evaluate(TOO_WIDE)]).toEqual([state, language, width, []]);
    }
  }
}

describeInChromium('the page on a small screen', (browser) => {
  // Twelve states, each in two languages and three widths.
  it('has all of itself within the width, from a file to its result', async () => {
    const host = await TrialHost.start();
    const start = await browser.open(`${host.origin}/`);
    await start.getByRole('heading', { name: 'Sign in' }).waitFor();
    await look(start, 'sign-in');
    const page = await signedIn(browser, host);
    await look(page, 'no files');
    await chooseFile(page, GERMAN, LONG_NAME);
    await page.getByText('Needs your attention').waitFor();
    await page.getByText('Cells that hold no number').click();
    await look(page, 'a preview with notices');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, 'Name,City\nAda,Bern\n', 'no-phones.csv');
    await look(page, 'a preview without a column');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, undefined, LONG_NAME);
    await page.locator('th.chosen').waitFor();
    await look(page, 'a preview');
    host.checker.letPass(2);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();
    await look(page, 'a file on its way');
    await page.getByRole('button', { name: 'Stop' }).click();
    await look(page, 'a dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep running' }).click();
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await waitForState(page, 'Verified');
    await page.getByText('More options').click();
    await page.getByText('About this file').click();
    await look(page, 'a result');
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await page.getByRole('table', { name: 'Recent files' }).waitFor();
    await look(page, 'recent files');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('1 file shown.').waitFor();
    await look(page, 'history');
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText(`Charged for ${LONG_NAME}`).waitFor();
    await look(page, 'credits');
    await page.getByRole('link', { name: 'One number' }).click();
    for (const number of ['+14155550100', '+14155550101']) {
      await page.getByLabel('Phone number').fill(number);
      await page.keyboard.press('Enter');
      await page.locator('.answer', { hasText: number }).waitFor();
    }
    await look(page, 'numbers');
    host.knowsCaller = false;
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'a token that has expired');
  });

  it('never covers the notes of a file with the cost while there is nothing to verify', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, { viewport: { width: 390, height: 700 } });
    await chooseFile(page, 'Name,Telefon\nx,030 26481100\nx,089 2345671\n');
    await page.getByText('Choose the country of the numbers first.', { exact: true }).waitFor();
    const isCovered = `(() => {
      const country = document.querySelector('.review .notice select');
      scrollTo(0, scrollY + country.getBoundingClientRect().bottom - innerHeight);
      const { left, top } = country.getBoundingClientRect();
      return document.elementFromPoint(left + 8, top + 8).closest('.cost') !== null;
    })()`;
    expect(await page.evaluate(isCovered)).toBe(false);
    await page.locator('.review .notice select').selectOption('DE');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    const { y = 0, height = 0 } = (await page.locator('.cost').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(700);
  });

  it('says that a result was downloaded where it hides neither the form nor what is pressed next', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, { viewport: { width: 390, height: 844 } });
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByText('More options').click();
    const button = page.getByRole('button', { name: 'Download these rows' });
    await button.scrollIntoViewIfNeeded();
    await Promise.all([page.waitForEvent('download'), button.click()]);
    const toast = await page.locator('.toast').boundingBox();
    const form = await page.getByRole('group', { name: 'Format' }).boundingBox();
    expect(toast?.y).toBeLessThan(form?.y ?? 0);
    expect(toast?.y).toBeLessThan(50);
    const isBelow = `document.elementFromPoint(195, ${(toast?.y ?? 0) + 10}).closest('.toast') === null`;
    expect(await page.evaluate(isBelow)).toBe(true);
  });

  it('says beside a long cell in a line or two why it is no number', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, { viewport: { width: 390, height: 800 } });
    await chooseFile(page, 'Name,Phone\nAda,+14155550100\nBob,030 26489392 / 0171 2328880\n');
    await page.getByText('Cells that hold no number').click();
    const reason = page.getByRole('listitem').getByText('several numbers', { exact: true });
    const { height } = (await reason.boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
    expect(height).toBeLessThan(50);
  });

  it('has all of itself within the width, with webhooks and tokens', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 5, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/webhooks`);
    await signIn(page, token);
    await look(page, 'no webhooks');
    await page.route('**/deliveries?*', (route) => route.fulfill({ json: DELIVERIES }));
    await page.getByLabel('Address').fill(`https://people.example/${'a-long-path-'.repeat(8)}`);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'a secret');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Recent deliveries').click();
    await page.getByRole('table', { name: 'Recent deliveries' }).waitFor();
    await look(page, 'deliveries');
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await look(page, 'a time to deliver from');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByLabel('Name', { exact: true }).fill('crm-nightly-import-of-the-northern-branch');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'a token');
    // Each column of times is as wide as it gets.
    await page.route('**/v1/tokens', async (route) => {
      const response = await route.fetch();
      // The reply of listTokens.
      const { tokens } = (await response.json()) as ReplyOf<'listTokens'>;
      const at = '2026-10-22T12:48:06.480Z';
      const dated = tokens.map((one) => ({ ...one, created_at: at, last_used_at: at, expires_at: at }));
      await route.fulfill({ response, json: { tokens: dated } });
    });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.locator('tbody td.when', { hasText: 'Oct 22, 2026' }).first().waitFor();
    await look(page, 'tokens');
  });

  it('has all of itself within the width, with lists and suppressed numbers', async () => {
    const server = await memoryHost();
    const { token } = await server.openAccount({ credits: 50, suspended: false });
    const page = await browser.open(`${server.baseUrl}/#/suppressions`);
    await signIn(page, token);
    await page.getByLabel('Phone number').fill('+14155550100');
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByRole('button', { name: 'Remove +14155550100' }).waitFor();
    await look(page, 'suppressed numbers');
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByText('No lists yet.').waitFor();
    await look(page, 'no lists');
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await chooseFile(page, undefined, LONG_NAME);
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByRole('link', { name: 'Keep up to date' }).click();
    await page.getByLabel('Verify again').selectOption('Every week');
    await look(page, 'a new list');
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('Nothing has changed').waitFor();
    await look(page, 'a list');
    await page.getByRole('link', { name: 'Newer file' }).click();
    await page.getByText('It gets the rows of the newer file.').waitFor();
    await look(page, 'a newer file');
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('table', { name: 'Lists' }).waitFor();
    await look(page, 'lists');
  });
});
