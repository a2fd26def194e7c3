import type { EventType } from '../common/event-types/declare-events';
import type { LogEntry } from '../common/event-types/log-entry';
import { mergedEntries } from './merged-entries';

const entry = (name: string, subjectId: string, rest: Partial<LogEntry> = {}): LogEntry => ({
  type: { name } as EventType,
  workspaceId: 'w',
  agentId: null,
  subjectId,
  data: {},
  ...rest,
});
const changed = (subjectId: string, field: string, before: unknown, data = {}): LogEntry =>
  entry('agent.updated', subjectId, { changed: [field], previous: { [field]: before }, data });

describe('mergedEntries', () => {
  it('has one entry for each type and subject: all fields, the first former values and the last data', () => {
    const merged = mergedEntries([
      changed('a', 'status', 'draft', { version: 2 }),
      changed('b', 'status', 'draft'),
      changed('a', 'status', 'active', { version: 3 }),
      changed('a', 'model', 'small', { version: 4 }),
    ]);
    expect(merged.map(({ subjectId }) => subjectId)).toEqual(['a', 'b']);
    expect(merged[0]).toMatchObject({
      changed: ['status', 'model'],
      previous: { status: 'draft', model: 'small' },
      data: { version: 4 },
    });
  });

  it('leaves out what has not changed, and changes of a record that is new', () => {
    const nothing = entry('agent.updated', 'a', { changed: [], previous: {} });
    const made = entry('agent.created', 'b');
    expect(mergedEntries([nothing, made, changed('b', 'status', 'draft')])).toEqual([made]);
  });

  it('has an entry for streams only where there is no event', () => {
    const shown = entry('conversation.updated', 'a', { data: null });
    const event = entry('conversation.updated', 'a', { changed: ['status'], previous: {}, data: { version: 1 } });
    expect(mergedEntries([shown])).toEqual([shown]);
    expect(mergedEntries([shown, event])).toEqual([event]);
    expect(mergedEntries([event, shown])).toEqual([event]);
  });
});
