import { declareEvents, ConversationEventData } from '../common/event-types/declare-events';
import { CountField, EnumField, IdField } from '../common/event-types/event-fields';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  PRIORITIES,
  type Priority,
  REQUEST_STATES,
  type RequestState,
  TRANSITION_KINDS,
  type TransitionKind,
  WAITING_ON,
  type WaitingOn,
} from './support-request.types';

class SupportRequestData extends ConversationEventData {
  @IdField()
  supportRequestId: string;
  @EnumField(REQUEST_STATES)
  state: RequestState;
  @EnumField(PRIORITIES)
  priority: Priority;
  @IdField({ nullable: true })
  assigneeMemberId: string | null;
  @CountField()
  episodeNumber: number;
  @EnumField(WAITING_ON, { nullable: true })
  waitingOn: WaitingOn | null;
  @EnumField(DISPOSITION_CODES, { nullable: true })
  dispositionCode: DispositionCode | null;
  @EnumField(TRANSITION_KINDS, { nullable: true })
  transitionKind: TransitionKind | null;
  @CountField()
  version: number;
}

const REQUEST = {
  audience: 'member',
  data: SupportRequestData,
  agentBound: true,
  resource: 'support_request',
} as const;

export const SUPPORT_EVENTS = declareEvents('support', {
  'support_request.created': { ...REQUEST, summary: 'A support request was opened.' },
  'support_request.updated': {
    ...REQUEST,
    summary:
      'The state, priority, assignee, subject or disposition of a support request has changed, or what it waits for.',
  },
});
