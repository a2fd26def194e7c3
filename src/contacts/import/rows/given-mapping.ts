import { ValidationFailed } from '../../../common/errors/domain-error';
import { textProblems } from '../../../common/http/text-problems';
import { isObject } from '../../../common/validation/is-object';
import type { GivenMapping } from './column-mapping';

/** In characters. Servers and proxies accept no longer request line. */
export const LONGEST_MAPPING = 8_000;

/** Reads a mapping in JSON: the names of columns, each with a field or null. @throws ValidationFailed 400 */
export function givenMapping(json: string | undefined): GivenMapping {
  if (json === undefined) return {};
  const mapping = parsed(json);
  if (!isObject(mapping) || textProblems(mapping, '/').length > 0) throw invalid();
  const fields = Object.entries(mapping);
  if (!fields.every(([, field]) => field === null || typeof field === 'string')) throw invalid();
  return Object.fromEntries(fields) as GivenMapping;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid();
  }
}

function invalid(): ValidationFailed {
  const message = 'must be a JSON object of column names, each with a field of a contact or null';
  return new ValidationFailed([{ path: 'query.mapping', code: 'invalid', message }]);
}
