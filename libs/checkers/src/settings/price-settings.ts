import {
  HIGHEST_PRICE,
  PRICED_OUTCOMES,
  type Price,
  type PricedOutcome,
} from '../around/money/price-list.js';
import type { BuiltChecker } from './built-checkers.js';
import { type CheckerName, priceVariable } from './checker-variables.js';
import { decimalOf, type SettingValues } from './setting-values.js';

const PRICE_PER_NUMBER = 'DIALPROOF_PRICE_PER_NUMBER';
/** The name of a call's own price in a price by outcome. */
const CALL = 'call';

/** The upstreams' prices in the settings. */
export interface PriceSettings {
  /** Whether any price is set. */
  readonly isSet: boolean;
  /** Whether every upstream has a price, and all of them are 0. */
  readonly isFree: boolean;
  /** The price of each upstream that costs something by the settings. */
  readonly of: ReadonlyMap<CheckerName, Price>;
  /** The settings of the prices of upstreams that have none. */
  readonly missing: readonly string[];
}

/** Reads the prices of these checkers. What is wrong with them is among the problems of `values`. */
export function readPrices(
  values: SettingValues,
  checkers: readonly Pick<BuiltChecker, 'charges' | 'costs' | 'name'>[],
): PriceSettings {
  const general = values.amount(PRICE_PER_NUMBER, HIGHEST_PRICE);
  const prices = new Map<CheckerName, Price>();
  const missing: string[] = [];
  const free: CheckerName[] = [];
  const upstreams = checkers.filter(({ costs }) => costs);
  let isSet = general !== undefined || values.text(PRICE_PER_NUMBER) !== undefined;
  for (const { charges, name } of upstreams) {
    const variable = priceVariable(name);
    const text = variable === undefined ? undefined : values.text(variable);
    if (variable !== undefined && text !== undefined) {
      isSet = true;
      const price = priceIn(variable, text, charges, values);
      if (price !== undefined && costsNothing(price)) free.push(name);
      else if (price !== undefined) prices.set(name, price);
    } else if (general !== undefined) prices.set(name, priceOf(general, charges));
    else if (variable !== undefined) missing.push(variable);
  }
  const isFree = upstreams.length > 0 && free.length === upstreams.length;
  return { isSet, isFree, of: prices, missing };
}

/** One price for each outcome that the vendor charges for. */
function priceOf(amount: number, charges: readonly PricedOutcome[] | undefined): Price {
  if (charges === undefined) return { perNumber: amount };
  return { perNumber: Object.fromEntries(charges.map((outcome) => [outcome, amount])) };
}

/** Reads `0.005`, or `dead=0.004,unknown=0.01,call=0.001`. Returns undefined for a malformed price, and notes the problem. */
function priceIn(
  variable: string,
  text: string,
  charges: readonly PricedOutcome[] | undefined,
  values: SettingValues,
): Price | undefined {
  if (!text.includes('=')) {
    const amount = amountIn(variable, text, values);
    return amount === undefined ? undefined : priceOf(amount, charges);
  }
  const perNumber: Partial<Record<PricedOutcome, number>> = {};
  let perCall: number | undefined;
  const problemsBefore = values.problems.length;
  for (const part of text.split(',')) {
    const [name = '', written = '', ...more] = part.split('=').map((piece) => piece.trim());
    const outcome = PRICED_OUTCOMES.find((one) => one === name);
    const isTwice = name === CALL ? perCall !== undefined : outcome !== undefined && outcome in perNumber;
    if (outcome === undefined && name !== CALL) {
      const known = [...PRICED_OUTCOMES, CALL].join(', ');
      values.problems.push(`${variable} has "${name}", expected one or several of: ${known}.`);
    } else if (isTwice) values.problems.push(`${variable} has ${name} twice.`);
    else {
      const amount = amountIn(`${variable}, ${name},`, [written, ...more].join('='), values) ?? 0;
      if (outcome === undefined) perCall = amount;
      else perNumber[outcome] = amount;
    }
  }
  if (values.problems.length > problemsBefore) return undefined;
  return { ...(perCall === undefined ? {} : { perCall }), perNumber };
}

/** From 0 on: an upstream may be free. */
function amountIn(what: string, text: string, values: SettingValues): number | undefined {
  const amount = decimalOf(text);
  if (amount !== undefined && amount <= HIGHEST_PRICE) return amount;
  values.problems.push(
    `${what} is "${text}", expected a number from 0 to ${HIGHEST_PRICE}, such as 0.005, of at most six decimals.`,
  );
  return undefined;
}

function costsNothing({ perCall = 0, perNumber = 0 }: Price): boolean {
  const perOutcome = typeof perNumber === 'number' ? [perNumber] : Object.values(perNumber);
  return [perCall, ...perOutcome].every((amount) => amount === 0);
}
