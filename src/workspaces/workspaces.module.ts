import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WORKSPACES_MIGRATIONS } from '../../migrations/workspaces';
import { AccountsModule } from '../accounts/accounts.module';
import { Feature } from '../common/feature/feature.decorator';
import { exported, leftOut, ofInstallation } from '../common/feature/table-policy';
import { INSTALLATION_LIMITS } from './installation/installation-limits';
import { InstallationController } from './installation/installation.controller';
import { SetUpOperatorService } from './installation/set-up-operator.service';
import { SetUpService } from './installation/set-up.service';
import { SetupCode } from './installation/setup-code.entity';
import { SetupCodesRepository } from './installation/setup-codes.repository';
import { InvitationLimits } from './invitations/invitation-limits';
import { InvitationPath } from './invitations/invitation-path';
import { Invitation } from './invitations/invitation.entity';
import { InvitationsController } from './invitations/invitations.controller';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { NewcomersService } from './invitations/newcomers.service';
import { KeyPath } from './keys/key-path';
import { WorkspaceKey } from './keys/key.entity';
import { KeyStrategy } from './keys/key.strategy';
import { KeysController } from './keys/keys.controller';
import { KeysRepository } from './keys/keys.repository';
import { KeysService } from './keys/keys.service';
import { AgentRestriction } from './members/agent-restriction';
import { MemberPath } from './members/member-path';
import { MembersController } from './members/members.controller';
import { MembersRepository } from './members/members.repository';
import { MembersService } from './members/members.service';
import { Membership } from './members/membership.entity';
import { OwnerRules } from './members/owner-rules';
import { PlansService } from './plans/plans.service';
import { WORKSPACE_EVENTS } from './workspace-event.types';
import { Workspace } from './workspace.entity';
import { WorkspacesOperatorService } from './workspaces-operator.service';
import { WorkspacesController } from './workspaces.controller';
import { WorkspacesRepository } from './workspaces.repository';
import { WorkspacesService } from './workspaces.service';
import { MemberResource } from './members/member-resource';
import { KeyResource } from './keys/key-resource';
import { WorkspaceResource } from './workspace-resource';

/** Workspaces, their members, their keys, and the limits of their plans. */
@Feature({
  name: 'workspaces',
  tables: {
    invitations: leftOut('their links lead to the installation that sent them; invite the people again', {
      setUpAgain: 'invitations',
    }),
    members: exported(),
    setup_codes: ofInstallation({ expires: [{ key: 'place', condition: 'expires_at < now()' }] }),
    workspace_keys: exported(),
    workspaces: exported(),
  },
  migrations: WORKSPACES_MIGRATIONS,
  limits: INSTALLATION_LIMITS,
  events: WORKSPACE_EVENTS,
})
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([Workspace, Membership, Invitation, SetupCode, WorkspaceKey])],
  controllers: [InstallationController, WorkspacesController, MembersController, InvitationsController, KeysController],
  providers: [
    WorkspaceResource,
    KeyResource,
    MemberResource,
    AgentRestriction,
    InvitationLimits,
    InvitationPath,
    InvitationsRepository,
    InvitationsService,
    KeyPath,
    KeyStrategy,
    KeysRepository,
    KeysService,
    MemberPath,
    MembersRepository,
    MembersService,
    NewcomersService,
    OwnerRules,
    PlansService,
    SetUpOperatorService,
    SetUpService,
    SetupCodesRepository,
    WorkspacesOperatorService,
    WorkspacesRepository,
    WorkspacesService,
  ],
  exports: [WorkspacesService, MembersService, PlansService, KeysService],
})
export class WorkspacesModule {}
