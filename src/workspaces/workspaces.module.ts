import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { AccountsModule } from '../accounts/accounts.module';
import { AgentRestriction } from './agent-restriction';
import { AgentsPort } from './agents.port';
import { Invitation } from './invitation.entity';
import { InvitationLimits } from './invitation-limits';
import { InvitationsController } from './invitations.controller';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { KeyStrategy } from './key.strategy';
import { WorkspaceKey } from './key.entity';
import { KeysController } from './keys.controller';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { MemberEntity } from './member.entity';
import { MembersController } from './members.controller';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';
import { PlansService } from './plans.service';
import { WorkspacePaths } from './workspace-paths';
import { Workspace } from './workspace.entity';
import { WorkspacesController } from './workspaces.controller';
import { WorkspacesRepository } from './workspaces.repository';
import { WorkspacesService } from './workspaces.service';

/** Tenants, who is in them, the keys that machines reach them with, and what their plans allow. */
@OwnsTables('workspaces', 'members', 'invitations', 'workspace_keys')
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([Workspace, MemberEntity, Invitation, WorkspaceKey])],
  controllers: [WorkspacesController, MembersController, InvitationsController, KeysController],
  providers: [
    AgentRestriction,
    AgentsPort,
    InvitationLimits,
    InvitationsRepository,
    InvitationsService,
    KeyStrategy,
    KeysRepository,
    KeysService,
    MembersRepository,
    MembersService,
    PlansService,
    WorkspacePaths,
    WorkspacesRepository,
    WorkspacesService,
  ],
  exports: [AgentsPort, WorkspacesService, MembersService, InvitationsService, KeysService, PlansService],
})
export class WorkspacesModule {}
