import { CreateCustomDomains1795000110000 } from './1795000110000-create-custom-domains';
import { FreeUnprovedDomains1795000165000 } from './1795000165000-free-unproved-domains';

export const DOMAINS_MIGRATIONS = [CreateCustomDomains1795000110000, FreeUnprovedDomains1795000165000];
