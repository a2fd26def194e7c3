import type { ExportedTable } from './exported-tables';

/** A message has 200,000 characters at most, and each may be escaped by six. In characters, as all of these. */
const LONGEST = 2_000_000;
/** Files and what was read of them, as long as a line may be. */
const OF_FILES: readonly ExportedTable[] = ['knowledge_file_pieces', 'knowledge_contents', 'message_attachments'];
/** 200 questions with their answers and quotes. */
const OF_TESTS = 20_000_000;

/** How long a row of a table may be: what is longer than anything that the service writes would be read by every list. */
export function longestOf(table: ExportedTable): number {
  if (OF_FILES.includes(table)) return Infinity;
  return table === 'knowledge_tests' ? OF_TESTS : LONGEST;
}
