import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { MemberDto } from './member.dto';
import { MembersRepository } from './members.repository';

/** The member of an event, as the API shows them to admins. */
@Injectable()
export class MemberResource {
  constructor(resources: EventResources, members: MembersRepository) {
    resources.register('member', async ({ workspaceId }, ids) =>
      byId(await members.listByIds(workspaceId, ids), (member) => MemberDto.from(member, null)),
    );
  }
}
