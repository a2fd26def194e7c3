/** A made-up handbook: every question is about another pair of words, as customers ask about other things. */
const THINGS = 'invoice order parcel voucher ticket password licence mailbox printer battery'.split(' ');
const ACTIONS = 'cancel change export print renew return share transfer unlock verify'.split(' ');
const PLACES = 'Berlin Cairo Delhi Lagos Lima London Madrid Oslo Paris Tokyo'.split(' ');

export interface Pair {
  question: string;
  answer: string;
}

/** 1 000 questions with answers: as many chunks. */
export const PAIRS: readonly Pair[] = THINGS.flatMap((thing) =>
  ACTIONS.flatMap((action) =>
    PLACES.map((place, days) => ({
      question: `How do I ${action} my ${thing} in ${place}?`,
      answer:
        `To ${action} your ${thing} in ${place}, open Settings, choose ${thing} and press ${action}. ` +
        `The office in ${place} confirms it by mail within ${days + 2} working days. ` +
        `Keep the number of your ${thing} until then, because the desk asks for it.`,
    })),
  ),
);

/** Questions in other words than those of the handbook. */
export const QUESTIONS: readonly string[] = PAIRS.filter((_pair, index) => index % 20 === 0).map(({ question }) =>
  question.replace('How do I', 'Please tell me, how can I'),
);
