import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentAccount, CurrentMember } from '../common/auth/current.decorators';
import { EntityTagged, isNotModified } from '../common/http/etag';
import { readerLeft } from '../common/http/reader-left';
import { Operation } from '../common/registry/operation.decorator';
import type { AccountPrincipal, Member } from '../common/request/principal';
import { currentRequest } from '../common/request/request-context';
import { EventPageDto, EventTypeListDto, ListEventsQuery } from './event.dto';
import { EventsService } from './events.service';

@ApiTags('Events')
@Controller('workspaces/:workspaceId/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Operation({
    operationId: 'listEvents',
    summary: 'List the events of a workspace',
    description: `Returns what has changed, in the order of commits: read a page, store \`next\`, and continue with \`after\`. Members'
streams and webhooks have the same events in the same order, at the same positions. A restricted member receives only events of
their own agents. Events with the audience \`admin\` are for owners and admins, with a credential that also has \`workspaces:read\`.

An event has ids, states and times, and no text of people. Events are deleted after the \`eventDays\` of the workspace, 14 by default.
A position that is older returns 410 \`position_expired\`: read the records anew, and continue from \`oldestPosition\` in its first
detail.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: EventPageDto,
    errors: ['position_expired', 'role_insufficient', 'rate_limited'],
    noStore: true,
    cli: { name: 'events list', flags: { wait: 'wait-seconds' } },
  })
  async list(
    @CurrentMember() member: Member,
    @CurrentAccount() caller: AccountPrincipal,
    @Query() query: ListEventsQuery,
  ): Promise<EventPageDto> {
    const left = readerLeft(currentRequest().response);
    return EventPageDto.from(await this.events.list(member, caller, query, left));
  }
}

@ApiTags('Events')
@Controller('event-types')
export class EventTypesController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @EntityTagged('Changes when the catalogue does.', 'the catalogue still matches the `ETag` in `If-None-Match`.')
  @Operation({
    operationId: 'listEventTypes',
    summary: 'List the types of events',
    description:
      'Each with the JSON Schema of its `data`. Returns a strong `ETag`: send it back in `If-None-Match` to get 304 without a ' +
      'body while the catalogue is unchanged.',
    access: { kind: 'public' },
    returns: EventTypeListDto,
    limit: 'capabilities_per_address',
    cli: { name: 'events list-types' },
  })
  listTypes(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): EventTypeListDto | undefined {
    const { types, etag } = this.events.catalogue;
    return isNotModified(response, { known, etag }) ? undefined : EventTypeListDto.from(types);
  }
}
