import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { EventLog } from '../../events/event-log.service';
import { IDENTITY_KEY_EVENTS } from './identity-key-event.types';
import type { IdentityKey } from './identity-key.entity';
import { TooManyIdentityKeys } from './identity.errors';
import { IdentityKeysRepository } from './identity-keys.repository';

/** So that a new one can take the place of another without a moment in which neither is good. */
const MOST_ACTIVE = 2;
/** Revoked keys that are listed: the last ones. */
const MOST_REVOKED = 100;

/** Secrets with which customers' servers sign who their visitors are. */
@Injectable()
export class IdentityKeysService {
  private readonly seal: Seal;

  constructor(
    private readonly keys: IdentityKeysRepository,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
    private readonly log: EventLog,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'identity-key');
  }

  /** The secret is returned here and nowhere else. Locks the agent, so that the bound is exact. @throws TooManyIdentityKeys 403 */
  async create({ workspaceId }: WorkspaceScope, agentId: string): Promise<{ key: IdentityKey; secret: string }> {
    const secret = randomBytes(32).toString('base64url');
    const key = await this.work.run(async () => {
      await this.agents.lockAgainstChanges(workspaceId, agentId);
      if ((await this.keys.countActive(workspaceId, agentId)) >= MOST_ACTIVE)
        throw new TooManyIdentityKeys(MOST_ACTIVE);
      await this.keys.deleteRevokedBeyond(workspaceId, agentId, MOST_REVOKED);
      const made = await this.keys.insert({ workspaceId, agentId, secret: this.seal.seal(secret) });
      this.append('identity_key.created', made);
      return made;
    });
    return { key, secret };
  }

  /** Newest first, revoked ones included. */
  list({ workspaceId }: WorkspaceScope, agentId: string): Promise<IdentityKey[]> {
    return this.keys.list(workspaceId, agentId);
  }

  /** Ends the sessions that were verified with it as well. Again: answers with the first revocation. */
  async revoke({ workspaceId }: WorkspaceScope, agentId: string, id: string): Promise<IdentityKey> {
    return this.work.run(async () => {
      const isRevoked = await this.keys.revoke(workspaceId, agentId, id);
      const key = await this.keys.require(workspaceId, agentId, id);
      if (isRevoked) this.append('identity_key.revoked', key);
      return key;
    });
  }

  private append(type: keyof typeof IDENTITY_KEY_EVENTS, { workspaceId, agentId, id }: IdentityKey): void {
    this.log.append(IDENTITY_KEY_EVENTS[type], { workspaceId, agentId, subjectId: id, data: { keyId: id } });
  }

  /** What tokens may be signed with now: the secret's characters as bytes. */
  async listActive(workspaceId: string, agentId: string): Promise<{ id: string; secret: Uint8Array }[]> {
    const active = await this.keys.listActive(workspaceId, agentId);
    return active.map(({ id, secret }) => ({ id, secret: new TextEncoder().encode(this.seal.open(secret)) }));
  }
}
