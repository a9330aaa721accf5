import { writeWorkbook } from '@dialproof/testkit';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, fileOf, signedIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

describeInChromium('the preview of a file', (browser) => {
  it('lets a user choose a sheet', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const phones = [
      ['Name', 'Phone'],
      ['Ada', '+14155550100'],
    ];
    const workbook = await writeWorkbook([
      { name: 'Cover', rows: [['Report'], ['of this month']] },
      { name: 'April', rows: phones },
      { name: 'Archive', hidden: true, rows: [['Phone'], ['+14155550101']] },
    ]);
    const sheet = page.getByLabel('Sheet of the workbook');
    await chooseFile(page, workbook, 'people.xlsx');
    await page.getByText('At most 1 credit', { exact: true }).waitFor();
    expect(await sheet.locator('option').allInnerTexts()).toEqual(['Cover', 'April']);
    expect(await sheet.inputValue()).toBe('April');
    await sheet.selectOption('Cover');
    await page.getByText('No column looks like phone numbers. Choose one.').waitFor();
    await sheet.selectOption('April');
    await page.getByText('At most 1 credit', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /Phone/ }).isChecked()).toBe(true);
    await submitFile(page);
    await waitForState(page, 'Verified');
    await page.getByText('April', { exact: true }).waitFor({ state: 'attached' });
  });

  it('reads a sheet that a user chooses as the last file with its header, though the sheet itself is not remembered', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const workbook = await writeWorkbook([
      { name: 'Leads', rows: [['Phone'], ['+14155550100'], ['+14155550101']] },
      {
        name: 'Customers',
        rows: [
          ['Mobile', 'Work phone'],
          ['+14155550102', '030 26481100'],
        ],
      },
    ]);
    const sheet = page.getByLabel('Sheet of the workbook');
    await chooseFile(page, workbook, 'april.xlsx');
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    await sheet.selectOption('Customers');
    await page.getByRole('radio', { name: 'Work phone' }).check();
    await page.getByRole('button', { name: 'Country: United States' }).waitFor();
    await page.getByRole('combobox', { name: 'Another country …' }).selectOption('DE');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('read as +493026481100').waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');

    await page.getByRole('link', { name: 'Verify a file' }).click();
    await chooseFile(page, workbook, 'may.xlsx');
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    expect(await sheet.inputValue()).toBe('Leads');
    await sheet.selectOption('Customers');
    await page.getByText('The settings of your last file with these columns were used.').waitFor();
    await page.getByText('read as +493026481100').waitFor();
    expect(await page.getByRole('radio', { name: 'Work phone' }).isChecked()).toBe(true);
  });

  it('takes no position of a column from one sheet to another', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const workbook = await writeWorkbook([
      {
        name: 'April',
        rows: [
          ['Ref', 'Where', 'Since', 'Phone'],
          ['1', 'Germany', '2024-05-01', '030 26481100'],
        ],
      },
      { name: 'May', rows: [['Phone'], ['+14155550100']] },
    ]);
    const columns = { country_column: 'Where', consent_date_column: 'Since' };
    await submitByApi(host, { name: 'earlier.xlsx', content: workbook }, columns);
    await chooseFile(page, workbook, 'people.xlsx');
    await page.getByText('read as +493026481100').waitFor();
    await page.getByLabel('Sheet of the workbook').selectOption('May');
    await page.locator('td.chosen', { hasText: '+14155550100' }).waitFor();
    await page.getByText('At most 1 credit', { exact: true }).waitFor();
  });

  it('offers to reset what was remembered also after changes of it', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const file = 'Name,Private,Office\nAda,030 901820,+14155550100\nGrace,030 901821,\n';
    const note = page.getByText('The settings of your last file with these columns were used.');
    const country = page.getByLabel('Country of numbers without a country code');
    await chooseFile(page, file, 'first.csv');
    await page.getByRole('radio', { name: 'Private' }).check();
    await page.getByText('How the file is read').click();
    await country.selectOption('DE');
    await page.getByText('At most 2 credits', { exact: true }).waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');

    await page.getByRole('link', { name: 'Verify a file' }).click();
    await chooseFile(page, file, 'second.csv');
    await note.waitFor();
    await page.getByLabel(/Reuse results/).check();
    await page.getByRole('radio', { name: 'Name' }).check();
    await page.getByText('You chose this column.').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Name' }).isChecked()).toBe(false);
    await note.waitFor({ state: 'detached' });
    await page.getByText('How the file is read').click();
    expect(await country.inputValue()).toBe('');
    // It is no setting of the earlier file.
    expect(await page.getByLabel(/Reuse results/).isChecked()).toBe(true);
  });

  it('can ignore a remembered column of countries', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const file = 'Where,Phone\nGermany,030 26481100\nGermany,030 26481101\n';
    await submitByApi(host, { name: 'earlier.csv', content: file }, { country_column: 'Where' });
    await chooseFile(page, file);
    await page.getByText('read as +493026481100').waitFor();
    await page.getByText('How the file is read').click();
    const box = page.getByLabel('Read each number using the country in its row');
    const help = (text: string) =>
      page
        .getByRole('combobox', { name: 'Country of numbers without a country code', description: text })
        .waitFor();
    await help('Used where a row names no country.');
    // It changes once the file is read again.
    await box.click();
    await page.getByText('Some numbers have no country code.').waitFor();
    expect(await box.isChecked()).toBe(false);
    await help('Without one, only numbers with a country code are read.');
  });

  it('shows the first rows side by side, and a click into a column chooses it', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const lines = Array.from(
      { length: 30 },
      (_, index) => `N${index},+1415555${1000 + index},+1212555${2000 + index},`,
    );
    await chooseFile(page, `Name,Mobile,Office,\n${lines.join('\n')}\nlast,,,here\n`);
    const rows = page.getByRole('region', { name: 'First rows of the file' }).locator('tbody tr');
    expect(await rows.count()).toBe(10);
    expect((await rows.first().innerText()).trim().split(/\s+/)).toEqual([
      '2',
      'N0',
      '+14155551000',
      '+12125552000',
    ]);
    const chosen = page.locator('td.chosen').first();
    expect(await chosen.innerText()).toBe('+14155551000');
    await page.getByRole('radio', { name: 'Column 4' }).waitFor();
    await page.getByText('further down: here').waitFor();

    await page.getByText('+12125552003').click();
    await page.getByText('You chose this column.').waitFor();
    await expect.poll(() => chosen.innerText()).toBe('+12125552000');
    expect(await page.getByRole('radio', { name: 'Office' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Office' }).press('ArrowLeft');
    await expect.poll(() => chosen.innerText()).toBe('+14155551000');
  });

  it('scrolls sideways to the column that was found, and never moves the page', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const names = Array.from({ length: 60 }, (_, index) => (index === 55 ? 'Mobile' : `Field ${index}`));
    const cells = names.map((name, index) => (name === 'Mobile' ? '+14155550100' : `value ${index}`));
    await chooseFile(page, `${names.join(',')}\n${cells.join(',')}\n`);
    const table = page.getByRole('region', { name: 'First rows of the file' });
    const box = await table.boundingBox();
    const header = await page.locator('th.chosen').boundingBox();
    expect(header?.x).toBeGreaterThanOrEqual(box?.x ?? 0);
    expect((header?.x ?? 0) + (header?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    expect(await page.evaluate('[scrollX, document.documentElement.scrollWidth - innerWidth]')).toEqual([
      0, 0,
    ]);
  });

  it('shows how each cell of the column is read, or why it is no number', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const cells = ['030 26481100', '+14155550100', '+14155550100; +14155550101', '1.41556E+10', ''];
    await chooseFile(page, `Name,Telefon\n${cells.map((cell) => `x,${cell}`).join('\n')}\n`);
    const shown = () => page.locator('td.chosen').allInnerTexts();
    const read = async () => (await shown()).map((text) => text.split('\n').filter((line) => line !== ''));
    const others = [
      ['+14155550100; +14155550101', 'several numbers'],
      ['1.41556E+10', 'digits are missing'],
      ['empty'],
    ];
    expect(await read()).toEqual([['030 26481100', 'no country code'], ['+14155550100'], ...others]);
    await page.getByText('Cells that hold no number').click();
    await page.getByText(/Row 5 1\.41556E\+10 digits are missing/).waitFor();
    await page.getByText('How the file is read').click();
    await page.getByLabel('Country of numbers without a country code').selectOption('DE');
    await page.getByText('read as +493026481100').waitFor();
    expect((await read()).slice(1)).toEqual([['+14155550100'], ...others]);
  });

  it('says that every row has a number only of a file in which that is so', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const summary = page.locator('.review section', { hasText: 'What will be verified' });
    const notes = Array.from({ length: 30 }, (_, index) => `${index},a note`);
    await chooseFile(page, `id,note\n${notes.join('\n')}\n`);
    await summary.getByText('Rows without a number30').waitFor();
    expect(await summary.innerText()).not.toContain('Every row has a number.');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, 'phone\n+14155550100\n');
    await summary.getByText('Every row has a number.').waitFor();
  });

  it('sends the file once, however often its settings change, and keeps all of it while another page is open', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The browser is asked for redirections before it sends a file.
      if (request.method() !== 'POST' || !pathname.startsWith('/v1/verify/batch')) return;
      const isNamed = request.postData()?.includes('upload_id') === true;
      sent.push(`${pathname} ${isNamed ? 'its name' : 'a file'}`);
    });
    await chooseFile(page, 'Name,Telefon\nx,030 26481100\n');
    const notice = page.locator('.review .notice');
    await notice.getByRole('combobox', { name: 'Another country …' }).selectOption('DE');
    await notice.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('read as +493026481100').waitFor();
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText('Statement').waitFor();
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await page.getByText('read as +493026481100').waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');
    expect(sent[0]).toBe('/v1/verify/batch/preview a file');
    expect(new Set(sent.slice(1, -1))).toEqual(new Set(['/v1/verify/batch/preview its name']));
    expect(sent.at(-1)).toBe('/v1/verify/batch its name');

    await page.getByRole('link', { name: 'Verify a file' }).click();
    await page.getByText('Choose a file').waitFor();
  });

  it('shows what a choice beside a note costs before it is submitted, also without its button', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const phones =
      'Phone,Mobile,Home phone\n+14155550100,+14155550200,+14155550300\n,+14155550201,+14155550301\n';
    await chooseFile(page, phones);
    const columns = page.getByRole('combobox', { name: 'Use the column …' });
    await columns.locator('option', { hasText: 'Phone (−1)' }).waitFor({ state: 'attached' });
    expect((await columns.locator('option').allTextContents()).slice(1)).toEqual([
      'Phone (−1)',
      'Home phone',
    ]);
    await columns.focus();
    await columns.selectOption('Phone (−1)');
    await page.getByRole('button', { name: 'Verify 2 numbers', exact: true }).click();
    await page.getByRole('button', { name: 'Verify 1 number', exact: true }).click();
    await waitForState(page, 'Verified');
    await page.getByText('Phone', { exact: true }).waitFor({ state: 'attached' });
  });

  it('offers another column whose cells are mostly phones, and not one of remarks', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const remarks = ['offer 2025/1133', 'pays cash', 'calls back', '', 'new: 0170 9998877', 'met in May'];
    const rows = remarks.map(
      (remark, row) => `${row < 2 ? '' : `+1415555010${row}`},+1415555020${row},${remark}`,
    );
    await chooseFile(page, `Phone,Mobile,Remark\n${rows.join('\n')}\n`);
    await page.getByRole('button', { name: 'Use the column Mobile (+2)' }).click();
    await page.getByRole('button', { name: 'Use the column Phone (−2)' }).click();
    await page.getByRole('button', { name: 'Use the column Mobile (+2)' }).waitFor();
    await page
      .getByText('Only one column is verified. Others have phone numbers too. Not verified: Mobile')
      .waitFor();
  });

  it('offers the other column of phones also where its header is long, and not the one that is read', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const long = 'Mobile number of the person who decides on orders';
    await chooseFile(
      page,
      `Phone,${long},Name\n+14155550100,+14155550200,Ada\n+14155550101,+14155550201,Bob\n`,
    );
    await page.getByRole('button', { name: `Use the column ${long}` }).click();
    await page.getByText('You chose this column.').waitFor();
    await page.getByRole('button', { name: 'Use the column Phone', exact: true }).waitFor();
  });

  it.each([
    ['es-419', 'America/Bogota', 'Country: Colombia (+2)'],
    ['en-001', 'UTC', undefined],
  ])('offers no region as a country in a browser of %s', async (locale, timezoneId, offered) => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, { locale, timezoneId });
    await chooseFile(page, 'Name,Phone\nAda,601 381 8000\nBob,601 381 8001\n');
    await page.getByRole('combobox', { name: 'Another country …' }).waitFor();
    const buttons = () => page.locator('.review .notice').getByRole('button').allInnerTexts();
    await expect.poll(buttons).toEqual(offered === undefined ? [] : [offered]);
  });

  it('says how many numbers a country gains, of the other numbers or of the reader', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    const german = ['030 26481100', '089 2345671'];
    await chooseFile(page, `Telefon\n${german.join('\n')}\n`);
    await page.getByRole('button', { name: 'Country: United States', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    const others = Array.from({ length: 20 }, (_, index) => `+4930264811${10 + index}`);
    await chooseFile(page, `Telefon\n${[...german, ...others].join('\n')}\n`);
    await page.getByRole('button', { name: 'Country: Germany (+2)' }).waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, 'Phone\n415 555 0100\n415 555 0101\n030 26481100\n');
    await page.getByRole('button', { name: 'Country: United States (+2)' }).waitFor();
  });

  it('sends the file again when the server has not kept it', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, 'Name,Telefon\nx,030 26481100\n');
    await page.getByText('Some numbers have no country code.').waitFor();
    await host.stop();
    await host.listen();
    await page.getByRole('combobox', { name: 'Another country …' }).selectOption('DE');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('read as +493026481100').waitFor();
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('words what the server has noted and refused in the language of the page', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host, { locale: 'de-AT' }, 'Datei prüfen');
    const choose = (content: string) =>
      page.getByLabel('Datei wählen').setInputFiles(fileOf('kunden.csv', content));
    await choose('Kunden 2026\n\nName,Telefon\nx,01 2648110\ny,01 2648111\nz,"01 2345671; 01 2345672"\n');
    const notice = page.locator('.review .notice');
    await notice.getByRole('button', { name: 'Land: Österreich' }).waitFor();
    expect(await notice.locator('li > :first-child').allTextContents()).toEqual([
      'Einige Nummern haben keine Ländervorwahl. ',
      'Einige Zellen enthalten mehrere Nummern. ',
      'Zeilen über der Kopfzeile bleiben erhalten und werden nicht geprüft. Kopfzeile: Zeile 3',
    ]);
    await notice.getByRole('button', { name: 'Land: Österreich' }).click();
    await page.getByRole('button', { name: '2 Nummern prüfen' }).click();
    await page
      .getByText('Einige Zellen enthalten mehrere Nummern. Zum Beispiel: 01 2345671; 01 2345672')
      .waitFor();
    await page.getByRole('link', { name: 'Datei prüfen' }).click();
    await choose('Name,Telefon\nx,030 26481100\ny,"030 26481101\n');
    await page.getByText('Ein Anführungszeichen in Zeile 3 wird nicht geschlossen.').waitFor();
    expect(await page.locator('main [lang=en]').count()).toBe(0);
  });

  it('offers the fix beside the problem', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, 'Name,Telefon\nx,030 26481100\nx,089 2345671\nx,0171 2345601; 0171 2345602\n');
    const notice = page.locator('.review .notice');
    await notice.getByText('Some numbers have no country code.').waitFor();
    expect(await notice.innerText()).not.toMatch(/default_country|several_numbers/);
    await notice.getByRole('button', { name: 'Country: United States' }).click();
    await notice.getByText('Country of numbers without a country code: United States').waitFor();
    await page.getByText('There are no numbers to verify.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Verify/ }).count()).toBe(0);
    // The wrong country is replaced where it stands.
    await notice.getByRole('combobox', { name: 'Another country …' }).selectOption('DE');
    await notice.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('read as +493026481100').waitFor();
    await notice.getByRole('button', { name: 'Use the first number of each cell (+1)' }).click();
    await page.getByText('read as +491712345601').waitFor();
    await page.getByText('At most 3 credits', { exact: true }).waitFor();
    await notice.getByText('Country of numbers without a country code: Germany').waitFor();
    await notice.getByRole('button', { name: 'Undo' }).first().click();
    await notice.getByText('Some numbers have no country code.').waitFor();
  });

  it('distinguishes columns of one name, also if headers are digits', async () => {
    const host = await TrialHost.start();
    const page = await signedIn(browser, host);
    await chooseFile(page, '1,phone,phone\n+12125550100,+14155550100,+14155550101\n');
    const chosen = page.locator('td.chosen');
    for (const cell of ['+14155550101', '+14155550100', '+12125550100']) {
      await page.locator('td', { hasText: cell }).click();
      await expect.poll(() => chosen.allInnerTexts()).toEqual([cell]);
      await page.getByText('You chose this column.').waitFor();
      await expect.poll(() => page.locator('.review').getAttribute('aria-busy')).toBe('false');
      expect(await chosen.allInnerTexts()).toEqual([cell]);
    }
  });
});

/** Submits a file with settings that the page does not have. */
async function submitByApi(
  host: TrialHost,
  { name, content }: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> },
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const body = new FormData();
  for (const [setting, value] of Object.entries(settings)) body.append(setting, value);
  body.append('file', new Blob([content]), name);
  const headers = { authorization: `Bearer ${host.token}` };
  const { status } = await fetch(`${host.origin}/v1/verify/batch`, { method: 'POST', headers, body });
  expect(status).toBe(202);
}
