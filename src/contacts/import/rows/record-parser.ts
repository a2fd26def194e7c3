import type { Slices } from '../../../common/jobs/slices';
import type { Finding } from '../contact-import.types';

/** What a record says about a contact, or what is wrong with its form. */
export type ParsedRecord = { plain: Record<string, unknown> } | { finding: Finding };

/** Reads one record in UTF-8, without its line end. */
export type RecordParser = (record: Buffer, slices: Slices) => ParsedRecord | Promise<ParsedRecord>;

export function malformed(code: 'validation_failed' | 'malformed_json', message: string): { finding: Finding } {
  return { finding: { code, path: '', message } };
}
