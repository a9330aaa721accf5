import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import {
  chooseFile,
  fileOf,
  PEOPLE,
  signedIn,
  signIn,
  submitFile,
  waitForState,
} from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

describeInChromium('the page, when something goes wrong,', (browser) => {
  it('says that an upload broke off, and finishes it on another attempt', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.cutsUploads = true;
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByText('The upload did not finish.').waitFor();
    host.cutsUploads = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForState(page, 'Verified');
    expect(new Set(host.uploadKeys).size).toBe(1);
    expect(await host.ledger.balance(host.account)).toEqual({ available: 995, held: 0 });
  });

  it('charges a file once whose answer was lost, also when the page is loaded again', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    // On the disk: the time of its last change distinguishes the same file from another one of that name.
    const file = join(host.folder, 'people.csv');
    await writeFile(file, PEOPLE);
    const choose = async () => {
      await page.getByLabel('Choose a file').setInputFiles(file);
      await page.getByRole('heading', { name: 'What will be verified' }).waitFor();
    };
    await choose();
    host.losesAnswers = true;
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByText('The upload did not finish.').waitFor();
    host.losesAnswers = false;
    await page.reload();
    await page.getByText('The upload of people.csv was interrupted.').waitFor();
    await choose();
    await submitFile(page);
    await waitForState(page, 'Verified');
    const tasks = await page.evaluate(
      `fetch('v1/verify/tasks', { headers: { authorization: 'Bearer ${host.token}' } }).then((reply) => reply.json())`,
    );
    expect(Object(tasks).tasks.length).toBe(1);
    expect(await host.ledger.balance(host.account)).toEqual({ available: 995, held: 0 });
  });

  it('says what to do about a defect of its own, shows it to developers, and goes on', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    // What a page logs fails its test.
    await page.evaluate('console.error = (error) => { globalThis.logged = String(error); }');
    const entries = [{ entry_id: 'e-1', kind: 'grant', amount: 1_000, task_id: null, created_at: 'no time' }];
    await page.route('**/v1/credits/entries*', (route) =>
      route.fulfill({ json: { entries, next_cursor: null } }),
    );
    await page.getByRole('link', { name: 'Credits' }).click();
    await page
      .getByText(/^This page has an error\. Try again, or reload the page\..*: RangeError: /)
      .waitFor();
    expect(await page.evaluate('logged')).toMatch(/^RangeError: /);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Credits added').waitFor();
  });

  it('can be loaded again where its texts did not arrive', async () => {
    const host = await TrialHost.start();
    const page = await browser.open(`${host.origin}/`);
    // The browser may request them ahead and again when they are needed.
    const texts = '**/assets/en-*.js';
    await page.route(texts, (route) => route.abort());
    await page.reload();
    await page.getByText('The page could not be loaded.').waitFor();
    await page.unroute(texts);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('takes another file where one was refused', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByLabel('Choose a file').setInputFiles(fileOf('invoice.pdf', '%PDF-1.4'));
    await page.getByText('Only .csv and .xlsx files can be read.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await chooseFile(page);
  });

  it('verifies a file on a server that keeps no keys', async () => {
    const host = await TrialHost.start({ remembersKeys: false });
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('verifies a file on a server that keeps no files', async () => {
    const host = await TrialHost.start({ keepsFiles: false });
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('sends a file nowhere that the server redirects to', async () => {
    const host = await TrialHost.start({ keepsUploads: false });
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.uploadsElsewhere = '/elsewhere';
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByText('This reply isn’t from the API.').waitFor();
    expect(host.redirected).toEqual(['OPTIONS /v1/verify/batch']);
  });

  it('charges a number once whose answer was lost, when it is checked again', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByRole('link', { name: 'One number' }).click();
    await page.getByLabel('Phone number').fill('+14155550100');
    host.losesAnswers = true;
    await page.getByRole('button', { name: 'Check number' }).click();
    await page.getByRole('alert').waitFor();
    host.losesAnswers = false;
    await page.getByRole('button', { name: 'Check number' }).click();
    await page.locator('.answer', { hasText: '+14155550100' }).waitFor();
    expect(await host.ledger.balance(host.account)).toEqual({ available: 999, held: 0 });
  });

  it('asks for another token when its own has expired, and continues in place', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.knowsCaller = false;
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByRole('dialog').getByText('Your token has expired.').waitFor();
    host.knowsCaller = true;
    await signIn(page, host.token);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('continues by itself when the server is restarted', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await page.clock.install();
    host.checker.letPass(1);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();
    await page.clock.fastForward(5_000);
    host.checker.letPass(2);
    const left = page.getByText(/ left$/);
    await left.waitFor();
    await host.stop();
    await page.getByText('Connection lost.').first().waitFor();
    await left.waitFor({ state: 'detached' });
    await host.listen();
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await waitForState(page, 'Verified');
    await page.locator('.notice', { hasText: 'Connection lost.' }).waitFor({ state: 'detached' });
    expect(await host.ledger.balance(host.account)).toEqual({ available: 995, held: 0 });
  });

  it('shows on a slow network how much was sent, and can be stopped', async () => {
    const host = await TrialHost.start({ keepsUploads: false });
    const page = await signedIn(browser, host);
    const network = await page.context().newCDPSession(page);
    await chooseFile(page, `${PEOPLE}${'Nobody,,\n'.repeat(20_000)}`);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 100_000,
      uploadThroughput: 20_000,
    });
    await page.getByRole('button', { name: /^Verify \d/ }).click();
    await page.getByText(/^\d+ kB of 1\d\d kB sent$/).waitFor();
    await page.getByRole('button', { name: 'Stop the upload' }).click();
    await page.getByRole('button', { name: /^Verify \d/ }).waitFor();
    expect(await host.ledger.balance(host.account)).toEqual({ available: 1_000, held: 0 });
  });

  it('is signed in by a second tab, and out by one', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.checker.letPass(3);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();

    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText(/^[1-8] of 9 rows$/).waitFor();
    await page.reload();
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await Promise.all([waitForState(page, 'Verified'), waitForState(second, 'Verified')]);
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('says that a file is missing, and that an address is unknown', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.goto(`${host.origin}/#/tasks/of-somebody-else`);
    await page.getByText('This file doesn’t exist.').waitFor();
    await page.goto(`${host.origin}/#/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
