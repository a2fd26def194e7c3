/**
 * An invented handbook. Every question is about another pair of words, as real questions are about different topics.
 */
const THINGS = (
  'address alarm badge battery calendar camera card cartridge certificate charger contract coupon delivery deposit ' +
  'domain engine export filter gift heater invoice keyboard licence locker mailbox meter microphone monitor parcel ' +
  'passport password printer receipt router sensor subscription ticket trolley voucher warranty'
).split(' ');
const ACTIONS = (
  'activate archive borrow calibrate cancel clean download extend freeze hide install lend merge mute print rename ' +
  'renew repair replace restore return share transfer unlock verify'
).split(' ');

export interface Pair {
  question: string;
  answer: string;
}

/** 1,000 questions with answers: the same number of chunks. */
export const PAIRS: readonly Pair[] = THINGS.flatMap((thing, page) =>
  ACTIONS.map((action, line) => ({
    question: `How do I ${action} my ${thing}?`,
    answer:
      `To ${action} your ${thing}, open Settings, choose ${thing} and press ${action}. ` +
      `The desk confirms it by mail within ${line + 2} working days. ` +
      `Page ${page + 1} of the printed guide shows the form for it.`,
  })),
);

/** Fifty of them, from all over the handbook. */
export const QUESTIONS: readonly string[] = PAIRS.filter((_pair, index) => index % 20 === 0).map(
  ({ question }) => question,
);
