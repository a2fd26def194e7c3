import { CreateKnowledgeTests1795000090000 } from './1795000090000-create-knowledge-tests';

export const KNOWLEDGE_TESTS_MIGRATIONS = [CreateKnowledgeTests1795000090000];
