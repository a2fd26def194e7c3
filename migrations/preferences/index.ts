import { CreateAccountPreferences1795000050000 } from './1795000050000-create-account-preferences';
import { AddConsolePreferences1795000350000 } from './1795000350000-add-console-preferences';
import { ValidateConsolePreferences1795000350100 } from './1795000350100-validate-console-preferences';

export const PREFERENCES_MIGRATIONS = [
  CreateAccountPreferences1795000050000,
  AddConsolePreferences1795000350000,
  ValidateConsolePreferences1795000350100,
];
