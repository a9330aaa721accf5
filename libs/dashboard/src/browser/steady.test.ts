import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, fileOf, PEOPLE, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';

/** The limit of a good page, https://web.dev/articles/cls. Shifts just after an input count here too: a slow server's come later. */
const LIMIT = 0.05;

/** National numbers in two columns, some cells with two of them. */
const CUSTOMERS = [
  'Name;Ort;Telefon;Mobil',
  ...Array.from({ length: 40 }, (_, index) => {
    const mobile = `0171 23456${10 + index}`;
    return `Person ${index};Berlin;030 264811${10 + index};${index % 9 === 0 ? `${mobile} / 0160 23456${10 + index}` : mobile}`;
  }),
  '',
].join('\n');

const WATCH = `{
  const shifts = [];
  const take = (entries) => shifts.push(...entries.map(({ value, sources }) => ({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 60)) })));
  const watch = new PerformanceObserver((list) => take(list.getEntries()));
  watch.observe({ type: 'layout-shift', buffered: true });
  globalThis.takeShifts = async () => {
    // Shifts are known once their frame is drawn.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    take(watch.takeRecords());
    return shifts.splice(0);
  };
}`;

/** What has moved since the last look, if it is more than may move. */
async function moved(page: Page): Promise<readonly unknown[]> {
  const shifts: unknown = await page.evaluate('takeShifts()');
  // The script above makes them.
  const known = shifts as readonly { readonly value: number }[];
  return known.reduce((sum, { value }) => sum + value, 0) < LIMIT ? [] : known;
}

describeInChromium('the page, while something is awaited,', (browser) => {
  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])('keeps what one looks at in its place, $width pixels wide', async (viewport) => {
    const host = await TrialHost.start();
    const page = await browser.open(`${host.origin}/`, { viewport });
    await page.evaluate(WATCH);
    await page.getByLabel('Token').waitFor();
    expect(await moved(page)).toEqual([]);
    await signIn(page, host.token);
    await page.getByText('You have 1,000 credits.').waitFor();
    expect(await moved(page)).toEqual([]);
    await chooseFile(page, PEOPLE);
    await page.locator('th.chosen').waitFor();
    expect(await moved(page)).toEqual([]);
    host.checker.letPass(3);
    await submitFile(page);
    await page.getByText(/^[1-8] of 9 rows$/).waitFor();
    expect(await moved(page)).toEqual([]);
    host.checker.letPass(Number.POSITIVE_INFINITY);
    await waitForState(page, 'Verified');
    expect(await moved(page)).toEqual([]);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('1 file shown.').waitFor();
    expect(await moved(page)).toEqual([]);
  });

  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])(
    'keeps what one looks at in its place while a file is read in another way, $width pixels wide',
    async (viewport) => {
      const host = await TrialHost.start();
      const page = await browser.open(`${host.origin}/`, { viewport, locale: 'de-DE' });
      await page.evaluate(WATCH);
      await page.getByLabel('Token').fill(host.token);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByLabel('Datei wählen').setInputFiles(fileOf('kunden.csv', CUSTOMERS));
      const read = () => page.locator('.review[aria-busy=false]').waitFor();
      await read();
      const change = async (by: () => Promise<unknown>): Promise<readonly unknown[]> => {
        await moved(page);
        const answered = page.waitForResponse(/preview/);
        await by();
        await answered;
        await read();
        return moved(page);
      };
      const choose = (column: string) => change(() => page.getByRole('radio', { name: column }).click());
      const press = (button: string | RegExp) =>
        change(() => page.getByRole('button', { name: button }).click());
      expect(await choose('Mobil')).toEqual([]);
      expect(await choose('Telefon')).toEqual([]);
      expect(await press(/^Land: Deutschland/)).toEqual([]);
      expect(await press('Rückgängig')).toEqual([]);
      expect(await press(/^Spalte Mobil prüfen/)).toEqual([]);
      await page.getByText('Wie die Datei gelesen wird').click();
      const country = page.getByLabel('Land der Nummern ohne Ländervorwahl');
      expect(await change(() => country.selectOption('AT'))).toEqual([]);
      expect(await choose('Telefon')).toEqual([]);
    },
  );
});
