import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { signedIn, signIn } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

const LINK = '#/sign-in/a-Code_1';
const OTHER_TOKEN = 'another-token';

/** A host whose codes are each answered once, with this token. */
async function hostWithCodes() {
  const host = await TrialHost.start({ page: { signInCodeUrl: 'sign-in' } });
  await host.addAccount(OTHER_TOKEN, 'another', 77);
  const asked: unknown[] = [];
  /** Answers the exchange on the pages of a browser. */
  const answer = (page: Page, token = host.token) =>
    page.context().route('**/sign-in', (route) => {
      asked.push(route.request().postDataJSON());
      return asked.length === 1
        ? route.fulfill({ json: { token } })
        : route.fulfill({ status: 401, json: { detail: 'not_authenticated' } });
    });
  return { host, asked, answer };
}

/** Opens an address as a click on a link does: the page is loaded anew. */
async function openAnew(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

describeInChromium('a link with a one-time code', (browser) => {
  it('signs in once, and its code is gone from the address', async () => {
    const { host, asked, answer } = await hostWithCodes();
    const page = await browser.open(`${host.origin}/`);
    await answer(page);
    await page.goto(`${host.origin}/${LINK}`);
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    expect([asked, page.url()]).toEqual([[{ code: 'a-Code_1' }], `${host.origin}/#/`]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await openAnew(page, `${host.origin}/${LINK}`);
    await page.getByRole('alert').getByText('This link has been used or has expired.').waitFor();
    await signIn(page, host.token);
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Longer than other tabs have to answer before a code is exchanged.
    await page.waitForTimeout(500);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('leaves somebody signed in who is, in this tab or another, and its code unused', async () => {
    const { host, asked, answer } = await hostWithCodes();
    const page = await signedIn(browser, host);
    await answer(page, OTHER_TOKEN);
    const isUnused = async (tab: Page) => {
      await tab.getByRole('alert').getByText('You are already signed in').waitFor();
      await tab.getByRole('heading', { name: 'Verify a file' }).waitFor();
      expect([asked, tab.url()]).toEqual([[], `${host.origin}/#/`]);
    };
    await page.goto(`${host.origin}/${LINK}`);
    await isUnused(page);
    const second = await page.context().newPage();
    await second.goto(`${host.origin}/${LINK}`);
    await isUnused(second);
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.locator('.figures').getByText('1,000').waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${host.origin}/${LINK}`);
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.locator('.figures').getByText('77').waitFor();
  });

  it('signs in where the token of before has expired', async () => {
    const { host, answer } = await hostWithCodes();
    const page = await signedIn(browser, host);
    await answer(page, OTHER_TOKEN);
    host.knowsCaller = false;
    await openAnew(page, `${host.origin}/${LINK}`);
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.locator('.figures').getByText('77').waitFor();
  });

  it('says that the exchange failed, and tries it again', async () => {
    const { host, answer } = await hostWithCodes();
    const page = await browser.open(`${host.origin}/`);
    const refuse = (status: number, detail: string) =>
      page.route('**/sign-in', (route) => route.fulfill({ status, json: { detail } }), { times: 1 });
    await answer(page);
    await refuse(503, 'overloaded');
    await page.goto(`${host.origin}/${LINK}`);
    await page.getByRole('alert').getByText('The server is overloaded.').waitFor();
    await page.route('**/sign-in', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
  });
});
