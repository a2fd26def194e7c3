import type { Request } from 'express';
import type { ErrorDetail } from '../errors/domain-error';
import { formDecoded } from '../text/form-decoded';
import { textProblems } from './text-problems';

/** What is wrong with the texts of a query, as far as that is so whoever takes it. */
export function queryProblems({ query, originalUrl }: Request): ErrorDetail[] {
  const undecodable = originalUrl
    .slice(originalUrl.indexOf('?') + 1)
    .split('&')
    .flatMap(decodingProblems);
  return undecodable.length > 0 ? undecodable : textProblems(query, 'query.');
}

/** Express would read what is no percent-encoded UTF-8 with other characters in its place. */
function decodingProblems(pair: string): ErrorDetail[] {
  if (!pair.includes('%')) return [];
  const [name = '', ...value] = pair.split('=').map(formDecoded);
  if (name !== null && !value.includes(null)) return [];
  const message = 'must be percent-encoded UTF-8';
  return [{ path: name === null ? 'query' : `query.${name}`, code: 'invalid_character', message }];
}
