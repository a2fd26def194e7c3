import { NIL } from 'uuid';
import type { ChainBatch } from '../audit-chain/chain-batch';
import type { CommittedEntry } from '../audit-chain/chain-entry';
import type { AuditBatch } from './audit-batch.entity';
import type { AuditEntry } from './audit-entry.entity';

/** The id of the API: null for the log of no workspace. */
export function shownWorkspace(workspaceId: string): string | null {
  return workspaceId === NIL ? null : workspaceId;
}

/** A row as it is hashed and exported. `sequence`: the number that it gets, for an entry that is not sealed yet. */
export function committedEntry(row: AuditEntry, sequence = row.sequence!): CommittedEntry {
  const { actorKind, byAccount, memberId, role, sessionId, credentialId, lineage, keyId, tokenId } = row;
  return {
    entry: {
      id: row.id,
      workspaceId: shownWorkspace(row.workspaceId),
      sequence,
      at: row.at.toISOString(),
      operationId: row.operationId,
      surface: row.surface,
      outcome: row.outcome,
      code: row.code,
      count: row.count,
      actor: {
        ...{ kind: actorKind, accountId: byAccount, memberId, role, sessionId },
        ...{ credentialId, lineage: lineage ?? [], keyId, tokenId },
      },
      subject: row.subjectType === null ? null : { type: row.subjectType, id: row.subjectId },
      related: row.related,
      changes: row.changes,
      requestId: row.requestId,
      address: row.address,
      client: row.client,
    },
    commitments: { salt: hexOf(row.salt), address: hexOf(row.addressHash), client: hexOf(row.clientHash) },
  };
}

export function chainBatch(row: AuditBatch): ChainBatch {
  return {
    number: row.number,
    workspaceId: shownWorkspace(row.workspaceId),
    firstSequence: row.firstSequence,
    count: row.count,
    rootHash: row.rootHash.toString('hex'),
    previousHash: hexOf(row.previousHash),
    sealedAt: row.sealedAt.toISOString(),
    keyId: row.signedBy,
    hash: row.hash.toString('hex'),
    signature: row.signature.toString('base64'),
    publicKey: row.publicKey.toString('base64'),
    entriesRemoved: row.entriesRemovedAt !== null,
  };
}

function hexOf(bytes: Buffer | null): string | null {
  return bytes?.toString('hex') ?? null;
}
