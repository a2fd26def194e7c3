import { Seal } from '../../src/common/secrets/seal';

/** Reads what was sealed before SECRET_KEY was replaced. */
export function fallbackRead(purpose: string): string {
  const [former, current] = ['f'.repeat(32), 'c'.repeat(32)] as const;
  const sealed = new Seal({ SECRET_KEY: former, SECRET_KEY_FALLBACKS: [] }, purpose).seal('a value');
  return new Seal({ SECRET_KEY: current, SECRET_KEY_FALLBACKS: [former] }, purpose).open(sealed);
}
