import { NotFound } from './domain-error';

/** Returns the value. @throws NotFound if it is null or undefined */
export function required<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new NotFound();
  return found;
}
