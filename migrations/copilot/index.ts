import { CreateCopilotSuggestions1795000074300 } from './1795000074300-create-copilot-suggestions';

export const COPILOT_MIGRATIONS = [CreateCopilotSuggestions1795000074300];
