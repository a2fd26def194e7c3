/**
 * - `pending_dns`: the TXT record that proves ownership was not found.
 * - `verifying`: ownership is proved, but the host name does not lead here.
 * - `active`: ownership is proved, and the host name leads here.
 * - `degraded`: was active, but has lacked a record for three days.
 * - `failed`: given up after seven days. Only a check on request starts over.
 */
export const DOMAIN_STATUSES = ['pending_dns', 'verifying', 'active', 'degraded', 'failed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The statuses in which ownership is proved: the chat page answers, and a certificate may be issued. */
export const SERVED_STATUSES = ['verifying', 'active', 'degraded'] as const satisfies readonly DomainStatus[];

/**
 * The result of a check of one record. `unknown`: the name servers did not answer, which leaves the record's state
 * open.
 */
export type Sight = 'there' | 'missing' | 'unknown';

export interface Seen {
  sight: Sight;
  /** The values that DNS has instead, for people to read. */
  observed: string[];
  /** Text for people. Null if the record is there. */
  problem: string | null;
}

/** The certificate that the host name currently presents. */
export interface ObservedCertificate {
  /** ISO 8601. Null if no certificate was presented. */
  expiresAt: string | null;
  /** Text for people. Null if browsers accept the certificate. */
  error: string | null;
}

/** The agent that answers at a host name. */
export interface ServedDomain {
  domain: string;
  workspaceId: string;
  agentId: string;
}

/** The fields that a check needs. */
export interface DomainToCheck {
  workspaceId: string;
  id: string;
  domain: string;
  ownershipToken: string;
}
