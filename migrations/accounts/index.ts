import { CreateAccounts1795000001000 } from './1795000001000-create-accounts';
import { CreateRegistrations1795000062000 } from './1795000062000-create-registrations';
import { CreateAccountAddresses1795000062001 } from './1795000062001-create-account-addresses';
import { BoundGrowth1795000063100 } from './1795000063100-bound-growth';

export const ACCOUNTS_MIGRATIONS = [
  CreateAccounts1795000001000,
  CreateRegistrations1795000062000,
  CreateAccountAddresses1795000062001,
  BoundGrowth1795000063100,
];
