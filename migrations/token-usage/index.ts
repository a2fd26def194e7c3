import { CreateTokenBudgets1795000100300 } from './1795000100300-create-token-budgets';

export const TOKEN_USAGE_MIGRATIONS = [CreateTokenBudgets1795000100300];
