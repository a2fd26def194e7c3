import { BY_ERASER, exported } from '../common/feature/table-policy';

export const SUPPORT_TABLES = {
  sla_alerts: exported(),
  sla_clock_events: exported(),
  sla_clocks: exported({ anew: { look_at: 'CASE WHEN r.look_at IS NOT NULL THEN greatest(r.look_at, now()) END' } }),
  sla_milestones: exported(),
  sla_policies: exported(),
  sla_snapshots: exported(),
  support_request_history: exported(),
  support_requests: exported({ erasedWith: { conversation: BY_ERASER }, countedAs: 'supportRequests' }),
};
