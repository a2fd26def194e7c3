import * as argon2 from '../../node_modules/@node-rs/argon2';

/** What no test would wait for, were it not about the cost itself. */
const CHEAP: argon2.Options = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const HASHES = { costWhatIsAsked: false };

/**
 * Argon2 at next to no cost: jest.config.js puts it in the library's place, since the accounts of all tests prove thousands
 * of passwords.
 */
export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, HASHES.costWhatIsAsked ? options : CHEAP, signal);
/** A stored hash names its own costs. */
export const verify = argon2.verify;
