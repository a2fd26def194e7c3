import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Table, When } from '../../kit';
import { useText } from '../../words/words';

type Entry = Schemas['AuditEntry'];

/** Who did what, and what changed by it. */
export function AuditEntries({ entries }: { entries: readonly Entry[] }): ReactNode {
  const text = useText();
  const columns = [
    text('audit.at'),
    text('audit.actor'),
    text('audit.operation'),
    text('audit.subject'),
    text('audit.changes'),
  ];
  return (
    <Table label={text('settings.audit')} columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>
            <When at={entry.at} />
          </td>
          <td>
            <bdi>{entry.actor.name ?? text(`audit.actor.${entry.actor.kind}`)}</bdi>
            <small>
              {text(`audit.actor.${entry.actor.kind}`)}
              {entry.address && ` · ${entry.address}`}
            </small>
          </td>
          <td>
            <code>{entry.operationId}</code>
            {entry.outcome === 'refused' && (
              <small className="wrong">
                {text('audit.refused', { code: entry.code ?? '' })}
                {entry.count > 1 && ` ${text('audit.times', { count: entry.count })}`}
              </small>
            )}
          </td>
          <td>
            {entry.subject && (
              <>
                {entry.subject.type}
                <small dir="ltr">{entry.subject.id}</small>
              </>
            )}
          </td>
          <td>{entry.changes.length > 0 && <Changes changes={entry.changes} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function Changes({ changes }: { changes: Entry['changes'] }): ReactNode {
  const text = useText();
  return (
    <ul>
      {changes.map(({ field, before, after, redacted }) => (
        <li key={field}>
          <code>{field}</code>{' '}
          {redacted ? (
            <span className="soft">{text('audit.redacted')}</span>
          ) : (
            <bdi>{text('audit.fromTo', { before: shown(before), after: shown(after) })}</bdi>
          )}
        </li>
      ))}
    </ul>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
