import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

async function checkNumber(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Check number' }).click();
}

const kept = (page: Page) => page.evaluate("sessionStorage.getItem('dialproof-upload')");

describeInChromium('the page, when the account changes,', (browser) => {
  it('shows nothing of the account before whose token had expired', async () => {
    const host = await TrialHost.start();
    await host.addAccount('b-token', 'globex', 50);
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'One number' }).click();
    await checkNumber(page, '+14155550100');
    await page.locator('.answer', { hasText: '+14155550100' }).waitFor();
    host.knowsCaller = false;
    await checkNumber(page, '+14155550101');
    await page.getByRole('dialog').getByText('Your token has expired.').waitFor();
    await signIn(page, 'b-token');
    await page.getByText('You have 50 credits left.').waitFor();
    expect(await page.getByText('+14155550100').count()).toBe(0);
    expect(await page.getByLabel('Phone number').inputValue()).toBe('');
  });

  it('continues in place with another token of the same account', async () => {
    const host = await TrialHost.start();
    host.accounts.set('another-token', host.account);
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.knowsCaller = false;
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByRole('dialog').waitFor();
    await signIn(page, 'another-token');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('ignores answers to requests of the previous account', async () => {
    const host = await TrialHost.start();
    await host.addAccount('b-token', 'globex', 50);
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'One number' }).click();
    const asked = page.waitForRequest('**/v1/verify');
    host.checker.letPass(0);
    await checkNumber(page, '+14155550100');
    await asked;

    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText(/^You have \d+ credits left\.$/).waitFor();
    host.knowsCaller = false;
    await second.getByRole('link', { name: 'History' }).click();
    await second.getByRole('dialog').waitFor();
    await signIn(second, 'b-token');
    await page.getByText('You have 50 credits left.').waitFor();

    host.checker.letPass(Number.POSITIVE_INFINITY);
    await checkNumber(page, '+14155550101');
    await page.locator('.answer', { hasText: '+14155550101' }).waitFor();
    expect(await page.getByText('+14155550100').count()).toBe(0);
    await page.getByText('You have 49 credits left.').waitFor();
  });

  it('belongs to the account of the cookie, whatever account signs in elsewhere', async () => {
    const host = await TrialHost.start({ page: { signIn: 'cookie' } });
    await host.addAccount('session=2', 'globex', 50);
    const page = await browser.open('about:blank');
    const signInElsewhere = (value: string) =>
      page.context().addCookies([{ name: 'session', value, url: host.origin }]);
    await signInElsewhere('1');
    await page.goto(`${host.origin}/#/number`);
    await checkNumber(page, '+14155550100');
    await page.locator('.answer').waitFor();
    const seeAgain = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await seeAgain();
    await page.getByText('You have 999 credits left.').waitFor();
    expect(await page.locator('.answer').count()).toBe(1);
    await signInElsewhere('2');
    await seeAgain();
    await page.getByText('You have 50 credits left.').waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
  });

  it('stays signed out, whatever becomes of a token of another tab', async () => {
    const host = await TrialHost.start();
    await host.addAccount('b-token', 'globex', 50);
    const page = await signedIn(browser, host);
    let refuse = () => {};
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/v1/account', async (route) => {
      await isRefused;
      return route.fulfill({ status: 403, json: { detail: 'forbidden' } });
    });
    const asked = page.waitForRequest('**/v1/account');
    const second = await page.context().newPage();
    await second.goto(page.url());
    const tell = `new BroadcastChannel('dialproof ${host.origin}').postMessage`;
    await second.evaluate(`${tell}({ token: 'b-token' })`);
    await asked;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const answered = page.waitForResponse('**/v1/account');
    refuse();
    await answered;
    // Whatever the answer does is done before this is shown.
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0);
  });

  it('notices that its cookie is not valid any more', async () => {
    const host = await TrialHost.start({ page: { signIn: 'cookie' } });
    const page = await browser.open('about:blank');
    await page.context().addCookies([{ name: 'session', value: '1', url: host.origin }]);
    await page.goto(`${host.origin}/#/number`);
    await page.getByText('You have 1,000 credits left.').waitFor();
    host.knowsCaller = false;
    await checkNumber(page, '+14155550100');
    await page.getByRole('dialog').getByText('You are no longer signed in.').waitFor();
  });

  it('keeps nothing of an upload that was interrupted when its user signs out', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.losesAnswers = true;
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByText('The upload did not finish.').waitFor();
    host.losesAnswers = false;
    expect(await kept(page)).toContain('people.csv');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
    await signIn(page, host.token);
    await page.getByLabel('Choose a file').waitFor();
    expect(await page.getByText('was interrupted').count()).toBe(0);
  });
});
