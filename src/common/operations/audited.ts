/** How the audit log shows the values of a field. */
export const FIELD_KINDS = ['plain', 'text', 'url', 'personal', 'secret'] as const;

/**
 * `plain`: ids, enums, numbers, booleans and instants, as they are. `text`: configuration, as it is up to 100 characters, otherwise its
 * SHA-256 and length. `url`: its origin, and the SHA-256 of the rest. `personal`: names, addresses and words of people; `secret`: both
 * are named without a value, and without a hash, which could be guessed.
 */
export type FieldKind = (typeof FIELD_KINDS)[number];

/** What the audit log records of an operation. */
export interface AuditedOperation {
  /**
   * The type of the record that the operation is about, and the place of its id: `path.agentId`, `body.agentId`, `response.key.id`,
   * `caller.accountId`, or `noted` if the service names it with `Audit.note`.
   */
  readonly subject: readonly [type: string, id: string];
  /** The fields of the body to record. Those of an object have dots: `appearance.accentColor`. Fields that are not listed are not recorded. */
  readonly fields?: Readonly<Record<string, FieldKind>>;
  /** Other records that the operation is about: the place of each id by type. Missing ids are left out. */
  readonly related?: Readonly<Record<string, string>>;
  /** The place of the workspace's id, if neither the path nor the caller names the workspace. */
  readonly workspace?: string;
  /**
   * `request`, the default: the whole handler is one transaction, which includes the entry. `service`: the service begins its own
   * transaction, since the operation waits for something else before, and calls `Audit.write` in it.
   */
  readonly transaction?: 'request' | 'service';
}

/** Text: why the operation is not recorded. */
export type AuditDeclaration = AuditedOperation | `none: ${string}`;

const PLACE = /^(?:path|body|response|caller)(?:\.[A-Za-z][A-Za-z0-9]*)+$/;
const CALLER_IDS: readonly string[] = ['caller.accountId', 'caller.memberId', 'caller.sessionId', 'caller.keyId'];
const SUBJECT_TYPE = /^[a-z]+(?:_[a-z]+)*$/;

/** Problems with the declaration of an operation, as the end of a sentence that begins with its name. */
export function auditProblems(
  audit: AuditDeclaration | undefined,
  { readOnly, pathParameters }: { readonly readOnly: boolean; readonly pathParameters: readonly string[] },
): string[] {
  if (audit === undefined) {
    return readOnly
      ? []
      : [`changes something, so it must declare audit: { subject, fields } or audit: 'none: reason'`];
  }
  if (typeof audit === 'string') {
    return /^none: \S/.test(audit) ? [] : [`declares the audit ${audit}, which is not 'none: reason'`];
  }
  const { subject, fields = {}, related = {}, workspace, transaction } = audit;
  const places = [subject[1], ...Object.values(related), ...(workspace === undefined ? [] : [workspace])];
  const isKnown = (place: string): boolean => {
    if (place === 'noted') return place === subject[1];
    if (place.startsWith('response.') && transaction === 'service') return false;
    if (place.startsWith('caller.')) return CALLER_IDS.includes(place);
    return PLACE.test(place) && (!place.startsWith('path.') || pathParameters.includes(place.slice('path.'.length)));
  };
  return [
    ...[subject[0], ...Object.keys(related)]
      .filter((type) => !SUBJECT_TYPE.test(type))
      .map((type) => `audits a record of the type ${type}, which is not in lower case with underscores`),
    ...places
      .filter((place) => !isKnown(place))
      .map((place) => `audits a record whose id is at ${place}, which is not known when its entry is written`),
    ...Object.entries(fields)
      .filter(([, kind]) => !FIELD_KINDS.includes(kind))
      .map(([field, kind]) => `audits the field ${field} as ${kind}, which is no kind of field`),
  ];
}
