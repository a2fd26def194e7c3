/** What is suggested where the sources say nothing: true of every conversation, so that nothing is made up. */
export const HOLDING_REPLY = 'Thank you for your message. We are looking into it and will get back to you.';

export const NO_EVIDENCE = 'The agent’s sources do not answer this question.';

/** Of both. */
export const PHRASES_LANGUAGE = 'en';
