import type { LogEntry } from '../common/event-types/log-entry';

/**
 * One entry for each type and subject, at the place of the first, with the data of the last. Leaves out those in which nothing has
 * changed, and changes of a record that the same transaction has created.
 */
export function mergedEntries(entries: readonly LogEntry[]): LogEntry[] {
  const merged = new Map<string, LogEntry>();
  for (const entry of entries) {
    const key = keyOf(entry.type.name, entry);
    const before = merged.get(key);
    merged.set(key, before ? joined(before, entry) : entry);
  }
  return [...merged.values()].filter(
    (entry) => entry.changed?.length !== 0 && !(entry.changed && merged.has(keyOf(createdBefore(entry), entry))),
  );
}

function joined(first: LogEntry, last: LogEntry): LogEntry {
  // One of them may be for streams only.
  if (!first.changed || !last.changed) return { ...first, ...last, ...(last.data === null && first) };
  return {
    ...first,
    ...last,
    changed: [...new Set([...first.changed, ...last.changed])],
    previous: { ...last.previous, ...first.previous },
  };
}

/** `message.created` for `message.updated`. */
function createdBefore({ type: { name } }: LogEntry): string {
  return name.replace(/\.[^.]*$/, '.created');
}

function keyOf(type: string, { workspaceId, subjectId }: LogEntry): string {
  return `${type} ${workspaceId} ${subjectId}`;
}
