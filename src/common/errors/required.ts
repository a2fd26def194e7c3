import { NotFound } from './domain-error';

/** What a `require…` found. @throws NotFound where that is nothing */
export function required<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new NotFound();
  return found;
}
