import { CreateWebhooks1795000260000 } from './1795000260000-create-webhooks';

export const WEBHOOKS_MIGRATIONS = [CreateWebhooks1795000260000];
