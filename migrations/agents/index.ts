import { CreateAgents1795000010000 } from './1795000010000-create-agents';
import { FindAgentsAndConversationsById1795000160000 } from './1795000160000-find-agents-and-conversations-by-id';

export const AGENTS_MIGRATIONS = [CreateAgents1795000010000, FindAgentsAndConversationsById1795000160000];
