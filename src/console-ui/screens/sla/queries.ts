import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Policy = Schemas['SlaPolicy'];
export type Calendar = Schemas['WorkingCalendar'];
export type Milestone = Schemas['SlaTarget']['milestone'];

export const MILESTONES: readonly Milestone[] = [
  'first_response',
  'next_response',
  'handoff_pickup',
  'approval_review',
  'verified_resolution',
];

export const policiesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['listSlaPolicies', workspaceId],
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/sla-policies', { params: { path: { workspaceId } } })))
        .slaPolicies,
  });
