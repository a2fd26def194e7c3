import { ApiProperty } from '@nestjs/swagger';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
} from '../../conversations/conversation.types';
import type {
  ConversationChannel,
  ConversationHandler,
  ConversationStatus,
} from '../../conversations/conversation.types';
import { PRIORITIES, type Priority } from '../../support/support-request.types';
import {
  CONVERSATION_SORTS,
  type ConversationSort,
  SLA_FILTERS,
  type SlaFilter,
} from '../conversations/conversation-input.dto';
import { VIEW_VISIBILITIES, type ViewFilter, type ViewVisibility } from './view.types';
import type { ShownView } from './views.service';

/** The filters of a view. A filter that is not set is absent. */
export class ViewFilterDto {
  @ApiProperty({ enum: CONVERSATION_STATUSES, required: false })
  status?: ConversationStatus;
  /** @example "me" */
  assignee?: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId?: string;
  @ApiProperty({ enum: CONVERSATION_CHANNELS, required: false })
  channel?: ConversationChannel;
  @ApiProperty({ enum: CONVERSATION_HANDLERS, required: false })
  handler?: ConversationHandler;
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, required: false })
  labels?: string[];
  @ApiProperty({ enum: PRIORITIES, required: false })
  priority?: Priority;
  @ApiProperty({ enum: SLA_FILTERS, required: false })
  sla?: SlaFilter;
  @ApiProperty({ type: 'integer', minimum: 1, required: false, example: 60 })
  waitingMinutes?: number;
  unread?: boolean;
  undelivered?: boolean;
  /** @example "none" */
  parent?: string;

  static from(filter: ViewFilter): ViewFilterDto {
    const { status, assignee, agentId, channel, handler, labels, priority, sla, parent } = filter;
    const { waitingMinutes, unread, undelivered } = filter;
    const ofRecords = { status, assignee, agentId, channel, handler, labels, priority, sla, parent };
    return { ...ofRecords, waitingMinutes, unread, undelivered };
  }
}

/** A list of conversations that members keep. */
export class ViewDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8b2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "Urgent and mine" */
  name: string;
  filter: ViewFilterDto;
  @ApiProperty({ enum: CONVERSATION_SORTS })
  sort: ConversationSort;
  /** `private`: only its author sees it. */
  @ApiProperty({ enum: VIEW_VISIBILITIES })
  visibility: ViewVisibility;
  /**
   * Whether the filter names a label, agent, member or conversation that is gone. Such a view lists nothing until you change it.
   * @example false
   */
  broken: boolean;
  /**
   * The member who created it, who may have left.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  authorMemberId: string;
  /** Goes up with every change but one of the order. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;

  static from({ view, isBroken }: ShownView): ViewDto {
    return {
      id: view.id,
      workspaceId: view.workspaceId,
      name: view.name,
      filter: ViewFilterDto.from(view.filter),
      sort: view.sort,
      visibility: view.visibility,
      broken: isBroken,
      authorMemberId: view.authorMemberId,
      version: view.version,
      createdAt: view.createdAt.toISOString(),
      updatedAt: view.updatedAt.toISOString(),
    };
  }
}

export class ViewListDto {
  /** Shared ones first, each in their order. */
  views: ViewDto[];

  static from(views: readonly ShownView[]): ViewListDto {
    return { views: views.map((view) => ViewDto.from(view)) };
  }
}

/** The conversations of a view. */
export class ViewCountDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8b2b3c4d5e6f" */
  viewId: string;
  /** At most 100. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 7 })
  count: number;
  /**
   * Whether there may be more than `count`.
   * @example false
   */
  capped: boolean;
}

export class ViewCountListDto {
  /** In the order of the list of views. */
  counts: ViewCountDto[];

  static from(counts: readonly ViewCountDto[]): ViewCountListDto {
    return { counts: counts.map(({ viewId, count, capped }) => ({ viewId, count, capped })) };
  }
}
