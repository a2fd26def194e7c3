import { declareEvents, EventData } from '../../common/event-types/declare-events';
import { IdField } from '../../common/event-types/event-fields';

class IdentityKeyData extends EventData {
  @IdField()
  keyId: string;
}

const KEY = { audience: 'admin', data: IdentityKeyData, agentBound: true, resource: 'identity_key' } as const;

export const IDENTITY_KEY_EVENTS = declareEvents('visitor', {
  'identity_key.created': { ...KEY, summary: 'A key that signs who visitors are was created.' },
  'identity_key.revoked': { ...KEY, summary: 'A key that signs who visitors are was revoked.' },
});
