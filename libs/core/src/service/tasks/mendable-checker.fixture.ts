import type { NumberChecker } from '../../ports/number-checker.js';
import { digitChecker } from '../trial-service.fixture.js';

/** Seven rows: five numbers, the first of them on two rows, and a row without a number. The two numbers that end in 9 fail. */
export const FILE =
  'phone\n+14155550100\n+14155550119\n+14155550122\n+14155550139\n+14155550143\n+14155550100\nnone\n';

/** A checker that the test repairs. */
export function mendable() {
  const state = { isMended: false, asked: [] as string[] };
  const checker: NumberChecker = {
    check(number, context) {
      state.asked.push(number);
      return state.isMended && number.endsWith('9')
        ? Promise.resolve('inactive')
        : digitChecker.check(number, context);
    },
  };
  return { checker, state };
}
