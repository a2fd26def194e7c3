import { declareEvents, EventData } from '../common/event-types/declare-events';
import { EnumField, IdField } from '../common/event-types/event-fields';
import { DOMAIN_STATUSES, type DomainStatus } from './custom-domain.types';

class CustomDomainData extends EventData {
  @IdField()
  customDomainId: string;
  @EnumField(DOMAIN_STATUSES)
  status: DomainStatus;
}

const DOMAIN = { audience: 'admin', data: CustomDomainData, agentBound: true, resource: 'custom_domain' } as const;

export const DOMAIN_EVENTS = declareEvents('domains', {
  'custom_domain.created': { ...DOMAIN, summary: 'A custom domain was registered.' },
  'custom_domain.status_changed': {
    ...DOMAIN,
    summary: 'A check of the records of a custom domain has changed its status.',
  },
  'custom_domain.removed': { ...DOMAIN, summary: 'A custom domain was removed: it answers no more.' },
});
