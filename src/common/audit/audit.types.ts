import type { AuditedRecord } from '../request/audit-notes';
import type { Role } from '../operations/access';

export const ACTOR_KINDS = ['session', 'credential', 'key', 'token', 'visitor', 'operator', 'system'] as const;
export const SURFACES_OF_ENTRIES = ['rest', 'mcp', 'operator', 'system'] as const;
export const OUTCOMES = ['succeeded', 'refused'] as const;

/** The author of a change. All but the kind is null where it does not apply. */
export interface AuditActor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly accountId: string | null;
  readonly memberId: string | null;
  readonly role: Role | null;
  readonly sessionId: string | null;
  readonly credentialId: string | null;
  readonly keyId: string | null;
  readonly tokenId: string | null;
}

/** A value that is too long to be kept, or the rest of a URL. */
export interface Digest {
  readonly sha256: string;
  readonly length: number;
}

export interface AuditChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The values are left out, since they are about people or secret. */
  readonly redacted: boolean;
}

/** An entry as it is written. The database adds the time and the lineage of the credential. */
export interface NewAuditEntry {
  readonly id: string;
  /** Null for what belongs to an account or to the installation. */
  readonly workspaceId: string | null;
  readonly operationId: string;
  readonly surface: (typeof SURFACES_OF_ENTRIES)[number];
  readonly outcome: (typeof OUTCOMES)[number];
  /** The error code of a refusal. */
  readonly code: string | null;
  readonly count: number;
  readonly actor: AuditActor;
  readonly subject: AuditedRecord | null;
  readonly related: readonly AuditedRecord[];
  readonly changes: readonly AuditChange[];
  readonly requestId: string | null;
  /** The network that the request came from: a /24 or /48. */
  readonly address: string | null;
  /** The program that sent the request. */
  readonly client: string | null;
}
