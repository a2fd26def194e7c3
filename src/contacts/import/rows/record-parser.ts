import type { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import type { Finding } from '../contact-import.types';

/**
 * The fields of a contact in a record, or the error in the record's form. `unread` are values that could not be read; their fields are
 * missing.
 */
export type ParsedRecord = { plain: Record<string, unknown>; unread?: Finding[] } | { finding: Finding };

/**
 * Reads UTF-8 records without their line ends, and returns one result for each. Long work lets requests take their
 * turn.
 */
export type RecordParser = (records: readonly Buffer[], yielding: CooperativeYield) => Promise<ParsedRecord[]>;

export function malformed(code: 'validation_failed' | 'malformed_json', message: string): { finding: Finding } {
  return { finding: { code, path: '', message } };
}
