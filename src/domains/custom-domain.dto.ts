import { IsUUID } from 'class-validator';
import type { Page } from '../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../common/http/page-query';
import { Text } from '../common/validation/field-rules';
import type { CustomDomain } from './custom-domain.entity';
import type { DomainStatus, ObservedCertificate } from './custom-domain.types';
import { ownershipName } from './domain-check';

export class CreateCustomDomainInput {
  /**
   * The agent of the chat page at the domain.
   * @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f"
   */
  @IsUUID('loose')
  agentId: string;

  /**
   * A host name without a scheme, port or path. Stored in lowercase and as A-labels (`xn--…`).
   * @example "chat.example.com"
   */
  @Text({ min: 1, max: 300 })
  domain: string;
}

export class ListCustomDomainsQuery {
  @PageLimit({ fallback: 100, max: 500 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class CustomDomainDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e70" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /** @example "chat.example.com" */
  domain: string;
  /**
   * `pending_dns`: the TXT record was not found. `verifying`: ownership is proved, but the domain does not lead here.
   * `active`: ownership is proved, and the domain leads here. `degraded`: was active, but has lacked a record for three
   * days. `failed`: given up after seven days; verify the domain to start over.
   */
  status: DomainStatus;

  static from({ id, agentId, domain, status }: CustomDomain): CustomDomainDto {
    return { id, agentId, domain, status };
  }
}

export class DomainRecordDto {
  /** The purpose of the record. `ownership` proves that the domain is yours; `routing` leads visitors here. */
  purpose: 'ownership' | 'routing';
  /**
   * The type of the record. For `routing`, any record that leads to the same addresses works: at the top of a zone,
   * which cannot have a CNAME record, use ALIAS, ANAME or A records.
   */
  type: 'TXT' | 'CNAME';
  /** @example "_parley.chat.example.com" */
  name: string;
  /** @example "q3JpY2tldHMtYXJlLW5vdC1zZWNyZXRz" */
  value: string;
  /** Other values that the last check found: at most ten, of at most 255 characters each. */
  observed: string[];
  /** Whether the last check that got an answer found the record. */
  ok: boolean;
}

export class DomainCertificateDto {
  /**
   * When the certificate expires. null if none was presented.
   * @example "2026-04-15T09:30:00.000Z"
   */
  expiresAt: string | null;
  /**
   * Why browsers refuse the certificate. null if they accept it.
   * @example "CERT_HAS_EXPIRED"
   */
  error: string | null;
}

export class CustomDomainDetailDto extends CustomDomainDto {
  /** The DNS records to create at your provider. */
  records: DomainRecordDto[];
  /**
   * The TLS certificate that the domain presents. null before the first check, and if the service does not use https.
   */
  certificate: DomainCertificateDto | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  lastCheckedAt: string | null;
  /**
   * The problem that the last check found. null if it found none.
   * @example "There is no TXT record _parley.chat.example.com."
   */
  lastError: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  nextCheckAt: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  /** `target`: the host that domains must lead to. */
  static ofTarget(domain: CustomDomain, target: string): CustomDomainDetailDto {
    const { id, agentId, status } = domain;
    return {
      id,
      agentId,
      domain: domain.domain,
      status,
      records: recordsOf(domain, target),
      certificate: domain.certificate && certificateOf(domain.certificate),
      lastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
      lastError: domain.lastError,
      nextCheckAt: domain.dueAt?.toISOString() ?? null,
      createdAt: domain.createdAt.toISOString(),
    };
  }
}

export class CustomDomainPageDto {
  /** Oldest first. */
  customDomains: CustomDomainDto[];
  @NextCursor()
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<CustomDomain>): CustomDomainPageDto {
    return { customDomains: rows.map((domain) => CustomDomainDto.from(domain)), nextCursor };
  }
}

function recordsOf(domain: CustomDomain, target: string): DomainRecordDto[] {
  return [
    {
      purpose: 'ownership',
      type: 'TXT',
      name: ownershipName(domain.domain),
      value: domain.ownershipToken,
      observed: domain.ownershipObserved,
      ok: domain.ownershipOk,
    },
    {
      purpose: 'routing',
      type: 'CNAME',
      name: domain.domain,
      value: target,
      observed: domain.routingObserved,
      ok: domain.routingOk,
    },
  ];
}

function certificateOf({ expiresAt, error }: ObservedCertificate): DomainCertificateDto {
  return { expiresAt, error };
}
