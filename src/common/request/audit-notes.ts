/** A record that an entry of the audit log names. */
export interface AuditedRecord {
  readonly type: string;
  readonly id: string;
}

/** What services note of a request for its entry in the audit log, besides what the declaration of the operation finds by itself. */
export interface AuditNotes {
  /** The values of the declared fields before the change. */
  before?: Readonly<Record<string, unknown>>;
  /** The id of the subject. */
  subjectId?: string;
  related?: readonly AuditedRecord[];
  /** The account of a caller that the guards do not know, such as one that signs in. */
  accountId?: string;
  /** The workspace, if neither the path nor the caller names it and the entry is written before the answer is known. */
  workspaceId?: string;
  /** The session that such a caller has opened. */
  sessionId?: string;
  /** An entry of the request is written. */
  isWritten?: true;
}
