// Writes the table of types of events into docs/event-log.md, from the declarations of the features:
//   node -r ./scripts/register-swc.js scripts/event-types-table.ts
// test/docs/event-types.spec.ts fails while the two differ.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { dataSchema } from '../src/common/event-types/event-fields';
import { INBOX_EVENT_TYPES } from '../src/conversations/inbox-event.types';
import { BUILT_IN } from '../src/features';
import { markdownTable, withPart } from './markdown-table';

const STREAMED: readonly string[] = INBOX_EVENT_TYPES;

/** The page with the table as the code has it now. */
export function withEventTypes(page: string): string {
  const types = BUILT_IN.events.map(({ type }) => type).sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = types.map(({ name, audience, summary, data }) => [
    `\`${name}\`${STREAMED.includes(name) ? ' (streamed)' : ''}`,
    audience,
    summary,
    Object.keys(dataSchema(data).properties)
      .filter((field) => field !== 'agentId')
      .map((field) => `\`${field}\``)
      .join(', '),
  ]);
  return withPart(
    page,
    'event types',
    markdownTable([['Type', 'Audience', 'Emitted when', 'Further `data`'], ...rows]),
  );
}

if (require.main === module) {
  writeFileSync('docs/event-log.md', withEventTypes(readFileSync('docs/event-log.md', 'utf8')));
}
