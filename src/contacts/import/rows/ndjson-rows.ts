import { hasTooManyValues, MOST_VALUES } from '../../../common/http/json-values';
import type { Slices } from '../../../common/jobs/slices';
import { GIVEN_FIELDS } from './csv-columns';
import { malformed, type ParsedRecord } from './record-parser';

/** Reads a line of NDJSON as createContact reads its body; fields that an export has beside are passed over. */
export async function ndjsonRecord(line: Buffer, slices: Slices): Promise<ParsedRecord> {
  if (hasTooManyValues(line)) {
    return malformed('validation_failed', `has more than ${MOST_VALUES} values`);
  }
  // A line of half a megabyte takes a slice to be looked through, and another one to be parsed.
  if (slices.isOver) await slices.next();
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    return malformed('malformed_json', 'is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed('validation_failed', 'must be a JSON object');
  }
  for (const name of GIVEN_FIELDS) Reflect.deleteProperty(value, name);
  return { plain: value as Record<string, unknown> };
}
