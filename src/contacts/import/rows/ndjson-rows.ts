import { hasTooManyValues, MOST_VALUES } from '../../../common/http/json-values';
import { READ_ONLY_FIELDS } from './column-mapping';
import { malformed, type ParsedRecord, type RecordParser } from './record-parser';

/** Reads lines of NDJSON like the body of createContact. Ignores the read-only fields of an export. */
export const ndjsonParser: RecordParser = async (lines, yielding) => {
  const records: ParsedRecord[] = [];
  for (const line of lines) {
    const tooMany = hasTooManyValues(line);
    // A line of half a megabyte takes one slice of time to be counted and another to be parsed.
    if (yielding.isDue) await yielding.now();
    records.push(tooMany ? malformed('validation_failed', `has more than ${MOST_VALUES} values`) : parsed(line));
  }
  return records;
};

function parsed(line: Buffer): ParsedRecord {
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    return malformed('malformed_json', 'is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed('validation_failed', 'must be a JSON object');
  }
  for (const name of READ_ONLY_FIELDS) Reflect.deleteProperty(value, name);
  return { plain: value as Record<string, unknown> };
}
