import { CreateCredits1795000074200 } from './1795000074200-create-credits';

export const CREDITS_MIGRATIONS = [CreateCredits1795000074200];
