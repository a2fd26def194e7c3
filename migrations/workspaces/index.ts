import { CreateWorkspaces1795000002000 } from './1795000002000-create-workspaces';
import { AllowOtherKeyScopes1795000172000 } from './1795000172000-allow-other-key-scopes';
import { AddDefaultCountry1795000230100 } from './1795000230100-add-default-country';
import { CreateSetupCodes1795000330000 } from './1795000330000-create-setup-codes';

export const WORKSPACES_MIGRATIONS = [
  CreateWorkspaces1795000002000,
  AllowOtherKeyScopes1795000172000,
  AddDefaultCountry1795000230100,
  CreateSetupCodes1795000330000,
];
