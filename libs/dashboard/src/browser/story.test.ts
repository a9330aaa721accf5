import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { axeFindings, describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, signedIn, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

describeInChromium('the page, from a file to its result,', (browser) => {
  it('takes a token, and refuses an unknown one', async () => {
    const host = await TrialHost.start();
    const page = await browser.open(`${host.origin}/`);
    await signIn(page, 'another-token');
    await page.getByText('This token isn’t valid.').waitFor();
    await signIn(page, 'ключ');
    await page.getByText('This token isn’t valid.').waitFor();
    await signIn(page, host.token);
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Verify a file' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('shows the cost of a file, verifies it, and offers the result', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await expect.poll(() => page.getByRole('radio', { name: /Mobile/ }).isChecked()).toBe(true);
    await page.getByText('At most 6 credits', { exact: true }).waitFor();
    await page.getByText('7 credits are reserved').waitFor();
    await page.getByText('You have 1,000 credits.').waitFor();
    await page.getByText('Cells that hold no number').click();
    await page.getByText('ask reception').first().waitFor();

    host.checker.letPass(3);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();
    await waitForState(page, 'Verifying');
    expect(await page.title()).toMatch(/^\d+(\.\d)?% · people\.csv$/);
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await waitForState(page, 'Verified');
    const shown = await page.locator('tbody tr').allInnerTexts();
    expect(shown.map((row) => row.split(/\n|\t/).filter((text) => /^\d+$/.test(text))[0])).toEqual([
      '2',
      '1',
      '1',
      '1',
      '4',
    ]);

    await page.getByText('33.3% can be reached: 3 of 9 rows', { exact: true }).waitFor();
    const why = page.getByRole('row', { name: /Unknown/ }).getByRole('listitem');
    expect(await why.allInnerTexts()).toEqual([
      '2 without a number: no digits (1), empty (1)',
      '1 could not be checked',
      '1 without a clear answer, suppressed, or in service but no app was asked',
    ]);
    expect(await page.title()).toBe('Verified · people.csv');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('people-verified.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split(/\r?\n/).slice(0, 3)).toEqual([
      'Name,Mobile,City,verification_status',
      'Ada,+14155550100,Bern,wa_registered',
      'Grace,+14155550101,Zürich,telegram_registered',
    ]);
  });

  it('downloads the rows that can be reached with one click', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Only the 3 rows that can be reached' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Name', 'Ada', 'Grace', 'Ada again']);
  });

  it('offers a sample file, and the files of before', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await page.getByText('.csv or .xlsx, up to 100,000 rows and 100 MB').waitFor();
    await page.getByRole('button', { name: 'Try a sample file' }).click();
    await page.getByText('At most 6 credits', { exact: true }).waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByRole('link', { name: 'Verify a file' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: sample.csv' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sample-verified.csv');
    await page.getByRole('table', { name: 'Recent files' }).getByRole('link', { name: 'sample.csv' }).click();
    await waitForState(page, 'Verified');
  });

  it('downloads some statuses as a workbook, checks failed rows again, and deletes', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');

    await page.getByText('More options').click();
    for (const status of ['Dead', 'Inactive', 'Unknown']) {
      await page.getByRole('checkbox', { name: status }).uncheck();
    }
    await page.getByRole('radio', { name: 'Excel' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('people-verified.xlsx');
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
    await page.getByText('people-verified.xlsx was downloaded: 3 rows.').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByText('1 row was not checked').waitFor();
    host.checker.failsSixes = false;
    await page.getByRole('button', { name: 'Check 1 row again' }).click();
    await page.getByText('1 row was not checked').waitFor({ state: 'detached' });
    await waitForState(page, 'Verified');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep file' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click();
    await page.getByText('No files yet.').waitFor();
  });

  it('lets the column and the country be changed before anything is spent, and remembers both', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const file = 'Name,Private,Office\nAda,030 901820,+14155550100\nGrace,030 901821,\nAlan,030 901822,\n';
    await chooseFile(page, file, 'first.csv');
    await page.getByRole('radio', { name: /Private/ }).check();
    await page.getByText('You chose this column.').waitFor();
    await page.getByText('How the file is read').click();
    await page.getByLabel('Country of numbers without a country code').selectOption('DE');
    await page.getByText('At most 3 credits', { exact: true }).waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');
    expect(await host.ledger.balance(host.account)).toEqual({ available: 997, held: 0 });

    await page.getByRole('link', { name: 'Verify a file' }).click();
    await chooseFile(page, file.replace('901820', '901829'), 'second.csv');
    await page.getByText('The settings of your last file with these columns were used.').waitFor();
    await page.getByText('At most 3 credits', { exact: true }).waitFor();
    await page.getByText('How the file is read').click();
    const country = page.getByLabel('Country of numbers without a country code');
    expect(await country.inputValue()).toBe('DE');
    // The file is read as it was shown, whatever becomes of the earlier one.
    await page.getByRole('radio', { name: /Office/ }).check();
    await page.getByText('At most 1 credit', { exact: true }).waitFor();
    expect(await country.inputValue()).toBe('DE');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, file, 'third.csv');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('At most 3 credits', { exact: true }).waitFor({ state: 'detached' });
  });

  it('says on the result what to do about numbers without a country', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, 'Name,Phone\nAda,+14155550100\nBob,030 26481100\nCyd,089 2345671\n');
    await submitFile(page);
    await waitForState(page, 'Verified');
    const note = page.getByRole('listitem').filter({ hasText: 'Some numbers have no country code.' });
    await note.getByText('Upload the file again and choose the country.').waitFor();
  });

  it('takes a file that is dropped, and only one', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const drop = (names: readonly string[]) => `{
      const data = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) data.items.add(new File(['phone\\n+14155550100\\n'], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector('h1').dispatchEvent(event);
        if (!event.defaultPrevented && type !== 'dragenter') throw new Error('the browser would open the file');
      }
    }`;
    await page.evaluate(drop(['one.csv', 'two.csv']));
    await page.getByText('Drop one file at a time.').waitFor();
    await page.evaluate(drop(['one.csv']));
    await page.getByText('At most 1 credit', { exact: true }).waitFor();
  });

  it('refuses to spend missing credits, and shows why a file cannot be read', async () => {
    const host = await TrialHost.start({ credits: 2 });
    const page = await signedIn(browser, host);
    await chooseFile(page);
    await page.getByText('You need 5 more credits').waitFor();
    expect(await page.getByRole('button', { name: /^Verify/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    const broken = { name: 'people.xlsx', mimeType: 'application/zip', buffer: Buffer.from('no workbook') };
    await page.getByLabel('Choose a file').setInputFiles(broken);
    await page.getByText('The file is damaged').waitFor();
  });

  it('stops a file, keeps the verified rows, and continues on a retry', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.checker.letPass(2);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop verification' }).click();
    await page.getByText('Checks in progress will finish first').first().waitFor();
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await waitForState(page, 'Stopped');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).split('\n')[1]).toContain(',wa_registered');
    host.checker.failsSixes = false;
    await page.getByRole('button', { name: /^Verify the remaining (row|\d rows)$/ }).click();
    await waitForState(page, 'Verified');
    expect(await host.ledger.balance(host.account)).toEqual({ available: 994, held: 0 });
  });

  it('shows an outage, the time of the next try, and its end', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page);
    host.checker.isDown = true;
    await submitFile(page);
    await page.getByText('Numbers can’t be checked right now').waitFor();
    await page.getByText('Next try at').waitFor();
    host.checker.isDown = false;
    await waitForState(page, 'Verified');
  });
});
