import { readFileSync } from 'node:fs';
import { withEventTypes } from '../../scripts/event-types-table';

it('docs/event-log.md lists the types of the code', () => {
  const page = readFileSync('docs/event-log.md', 'utf8');
  expect(withEventTypes(page)).toBe(page);
});
