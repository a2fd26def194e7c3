import type { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import type { Finding } from '../contact-import.types';

/** What a record says about a contact, or what is wrong with its form. */
export type ParsedRecord = { plain: Record<string, unknown> } | { finding: Finding };

/** Reads records in UTF-8, without their line ends: one answer for each. What is long about it takes turns with requests. */
export type RecordParser = (records: readonly Buffer[], yielding: CooperativeYield) => Promise<ParsedRecord[]>;

export function malformed(code: 'validation_failed' | 'malformed_json', message: string): { finding: Finding } {
  return { finding: { code, path: '', message } };
}
