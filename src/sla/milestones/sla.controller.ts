import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ExplainedClockDto, ExplainSlaClockQuery, RecordedMilestoneDto, RecordSlaMilestoneInput } from './sla.dto';
import { SlaService } from './sla.service';

@ApiTags('Support requests')
@Controller('workspaces/:workspaceId/support-requests/:requestId/sla')
export class SlaController {
  constructor(private readonly sla: SlaService) {}

  @Post('milestones')
  @HttpCode(200)
  @Operation({
    operationId: 'recordSlaMilestone',
    summary: 'Record a message for a milestone',
    description: `For messages that reached the customer by other ways, for reviews, and for verified resolutions. Replies that you send with
\`replyToConversation\` are recorded by the service as they are sent, fail, or come back.

A milestone is satisfied by a message that was \`accepted\`:

| milestone | reply types |
| --- | --- |
| first_response, next_response, handoff_pickup | substantive, clarification, policy_refusal |
| approval_review | substantive, policy_refusal, internal_note |
| verified_resolution | substantive, policy_refusal |

Recording the same again changes nothing. An \`uncertain\` outcome can become \`accepted\`, \`failed\`, or \`cancelled\`. To correct how a
message was classified, record it again with another \`replyType\`: it holds for this milestone of this episode, and a reply
that the service sent keeps the time at which it left. A clock that the message no longer satisfies has run on, unless another
message satisfies it; one that was breached stays so.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['support_request', 'path.requestId'],
      fields: { episodeNumber: 'plain', milestone: 'plain', outcome: 'plain', replyType: 'plain' },
      related: { message: 'body.messageId' },
    },
    returns: RecordedMilestoneDto,
    errors: ['association_invalid', 'invalid_transition'],
    cli: 'requests record-milestone',
  })
  async record(
    @CurrentMember() member: Member,
    @Param('requestId') requestId: string,
    @Body() input: RecordSlaMilestoneInput,
  ): Promise<RecordedMilestoneDto> {
    return RecordedMilestoneDto.from(await this.sla.record(member, requestId, RecordSlaMilestoneInput.recorded(input)));
  }

  @Get('explanation')
  @Operation({
    operationId: 'explainSlaClock',
    summary: 'Explain a clock',
    description: `Returns all that a clock’s figures follow from: the policy as it was, the events, and the intervals that were
counted, whose seconds add up to \`elapsedSeconds\`.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ExplainedClockDto,
    cli: 'requests explain-clock',
  })
  async explain(
    @CurrentMember() member: Member,
    @Param('requestId') requestId: string,
    @Query() query: ExplainSlaClockQuery,
  ): Promise<ExplainedClockDto> {
    return ExplainedClockDto.from(await this.sla.explain(member, requestId, query));
  }
}
