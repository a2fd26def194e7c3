import { CreateSlaPolicies1795000076000 } from './1795000076000-create-sla-policies';
import { CreateSupportHistory1795000080000 } from './1795000080000-create-support-history';
import { CreateSlaClocks1795000082000 } from './1795000082000-create-sla-clocks';
import { ListSupportRequests1795000084000 } from './1795000084000-list-support-requests';

export const SUPPORT_MIGRATIONS = [
  CreateSlaPolicies1795000076000,
  CreateSupportHistory1795000080000,
  CreateSlaClocks1795000082000,
  ListSupportRequests1795000084000,
];
