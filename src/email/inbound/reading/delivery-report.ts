import type { DeliveryReport } from './parsed-mail.types';

const LONGEST = 300;
const ACTIONS: Readonly<Record<string, DeliveryReport['action']>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};
/** Worst action first. With several receivers, the worst one counts, because a person must react to it. */
const WORST: readonly DeliveryReport['action'][] = ['failed', 'delayed', 'delivered'];

/**
 * Reads a message/delivery-status (RFC 3464): groups of fields separated by blank lines, the first about the message, each other one
 * about a receiver. Null if no group has an action.
 */
export function readDeliveryStatus(text: string): DeliveryReport | null {
  const groups = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  const reports = groups.flatMap((group) => reportOf(fieldsOf(group)) ?? []);
  return WORST.flatMap((action) => reports.filter((report) => report.action === action))[0] ?? null;
}

function reportOf(fields: ReadonlyMap<string, string>): DeliveryReport | null {
  const [word = ''] = /[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '') ?? [];
  const action = ACTIONS[word];
  if (!action) return null;
  const [status] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '') ?? [];
  return {
    action,
    recipient: valueOf(fields.get('original-recipient')) ?? valueOf(fields.get('final-recipient')),
    status: status ?? null,
    diagnostic: valueOf(fields.get('diagnostic-code')),
  };
}

/** The fields by name in lower case. Of a repeated field, the first counts. Folded lines are joined. */
function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.replace(/\n(?=[ \t])/g, '').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** The value after the type: `rfc822; ada@example.com`, `smtp; 550 5.1.1 unknown`. */
function valueOf(field: string | undefined): string | null {
  const value = (field ?? '')
    .replace(/^[\w-]+\s*;/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^<([^<>]*)>$/, '$1');
  return value === '' ? null : value.slice(0, LONGEST);
}
