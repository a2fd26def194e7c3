/** The functions that the suites need from a test runner: Jest, Vitest and `node:test` have them. */
export interface Runner {
  describe(name: string, suite: () => void): unknown;
  it(name: string, test: () => Promise<void>): unknown;
  beforeAll(work: () => Promise<void>): unknown;
  afterAll(work: () => Promise<void>): unknown;
}

/** The names that Jest, and Vitest with `globals`, put into every file of tests. */
export const GLOBALS: Runner = {
  describe: (...suite) => (globalThis as unknown as Runner).describe(...suite),
  it: (...test) => (globalThis as unknown as Runner).it(...test),
  beforeAll: (work) => (globalThis as unknown as Runner).beforeAll(work),
  afterAll: (work) => (globalThis as unknown as Runner).afterAll(work),
};
