import type { Request } from 'express';
import type { ErrorDetail } from '../errors/domain-error';
import { formDecoded } from '../text/form-decoded';
import { textProblems } from './text-problems';

/** Problems with the texts of a query that are invalid for every operation. */
export function queryProblems({ query, originalUrl }: Request): ErrorDetail[] {
  const undecodable = originalUrl
    .slice(originalUrl.indexOf('?') + 1)
    .split('&')
    .flatMap(decodingProblems);
  return undecodable.length > 0 ? undecodable : textProblems(query, 'query.');
}

/** Finds invalid percent-encoded UTF-8, which Express would read with replacement characters. */
function decodingProblems(pair: string): ErrorDetail[] {
  if (!pair.includes('%')) return [];
  const [name = '', ...value] = pair.split('=').map(formDecoded);
  if (name !== null && !value.includes(null)) return [];
  const message = 'must be percent-encoded UTF-8';
  return [{ path: name === null ? 'query' : `query.${name}`, code: 'invalid_character', message }];
}
