/**
 * - `pending_dns`: the TXT record that proves ownership has not been seen.
 * - `verifying`: ownership is proved, but the host name does not lead here.
 * - `active`: both.
 * - `degraded`: was active, and has lacked a record for three days.
 * - `failed`: given up after seven days. Nothing is checked until somebody asks for it.
 */
export const DOMAIN_STATUSES = ['pending_dns', 'verifying', 'active', 'degraded', 'failed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The statuses in which ownership is proved: the chat page answers, and a certificate may be issued. */
export const SERVED_STATUSES = ['verifying', 'active', 'degraded'] as const satisfies readonly DomainStatus[];

/** What a check saw of one record. `unknown`: it could not be asked for, which says nothing of the record. */
export type Sight = 'there' | 'missing' | 'unknown';

export interface Seen {
  sight: Sight;
  /** What DNS has in place of it, as it is shown to people. */
  observed: string[];
  /** In words for people, unless it is there. */
  problem: string | null;
}

/** The certificate with which the host name is served now. */
export interface ObservedCertificate {
  /** ISO 8601; null where no certificate was shown. */
  expiresAt: string | null;
  /** In words for people; null where browsers accept it. */
  error: string | null;
}

/** Which agent answers at a host name. */
export interface ServedDomain {
  domain: string;
  workspaceId: string;
  agentId: string;
}

/** What a check needs to know of a domain. */
export interface DomainToCheck {
  workspaceId: string;
  id: string;
  domain: string;
  ownershipToken: string;
}
