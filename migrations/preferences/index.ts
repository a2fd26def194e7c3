import { CreateAccountPreferences1795000050000 } from './1795000050000-create-account-preferences';

export const PREFERENCES_MIGRATIONS = [CreateAccountPreferences1795000050000];
