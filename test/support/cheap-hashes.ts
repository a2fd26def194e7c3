import type * as Argon2 from '@node-rs/argon2';

const actual = jest.requireActual<typeof Argon2>('@node-rs/argon2');

/**
 * Argon2 at next to no cost, for suites that prove hundreds of passwords and are not about their hashes:
 * `jest.mock('@node-rs/argon2', () => jest.requireActual('../support/cheap-hashes'))`.
 */
export const hash = (password: string): Promise<string> =>
  actual.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
/** A stored hash names its own costs. */
export const verify = actual.verify;
