import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FieldKind } from '../operations/audited';
import { containsSecret } from '../secrets/token';
import type { AuditChange, Digest } from './audit.types';

/** The most changes of one entry. */
const MOST_CHANGES = 100;
/** The longest configuration text that is kept as it is, in characters. */
const LONGEST_TEXT = 100;
/** The longest JSON of another value, such as a list of ids. */
const LONGEST_VALUE = 400;

/**
 * The changes of the declared fields that the body has. `before` has earlier values, as far as the service has noted them: a field with
 * the same value as before is no change.
 */
export function auditedChanges(
  fields: Readonly<Record<string, FieldKind>>,
  body: unknown,
  before: Readonly<Record<string, unknown>> | undefined,
): AuditChange[] {
  return Object.entries(fields)
    .flatMap(([field, kind]): AuditChange[] => {
      const sent = valueAt(body, field);
      if (sent === undefined) return [];
      const after = plain(sent);
      const earlier = before && comparable(plain(valueAt(before, field)), after);
      if (before && canonicalize(earlier) === canonicalize(after)) return [];
      return [changeOf(field, kind, earlier ?? null, after)];
    })
    .slice(0, MOST_CHANGES);
}

/** A change as the log shows it. A value with a secret, which a person has pasted into the wrong field, is not shown. */
export function changeOf(field: string, kind: FieldKind, before: unknown, after: unknown): AuditChange {
  const isHidden = kind === 'personal' || kind === 'secret';
  if (isHidden || containsSecret(JSON.stringify([before, after]))) {
    return { field, before: null, after: null, redacted: true };
  }
  return { field, before: shown(kind, before), after: shown(kind, after), redacted: false };
}

/** The value at a place such as `key.id`. Undefined if there is none. */
export function valueAt(from: unknown, place: string): unknown {
  if (typeof from === 'object' && from !== null && place in from) return (from as Record<string, unknown>)[place];
  return place
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      from,
    );
}

function shown(kind: Exclude<FieldKind, 'personal' | 'secret'>, value: unknown): unknown {
  const known = plain(value);
  if (known === null) return null;
  if (kind === 'url' && typeof known === 'string') return shownUrl(known);
  const text = typeof known === 'string' ? known : canonicalize(known)!;
  return text.length > (kind === 'text' ? LONGEST_TEXT : LONGEST_VALUE) ? digest(text) : known;
}

function shownUrl(value: string): object {
  if (!URL.canParse(value)) return digest(value);
  const { origin } = new URL(value);
  const rest = value.startsWith(origin) ? value.slice(origin.length) : value;
  return { origin, sha256: digest(rest).sha256 };
}

function digest(text: string): Digest {
  return { sha256: createHash('sha256').update(text).digest('hex'), length: text.length };
}

/** Of an object, the fields that the body has: the others were not changed. */
function comparable(earlier: unknown, after: unknown): unknown {
  if (!isRecord(earlier) || !isRecord(after)) return earlier;
  return Object.fromEntries(Object.keys(after).map((name) => [name, earlier[name] ?? null]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as JSON has it: instants as text, no undefined fields. */
function plain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
}
