import { CreateKnowledgeTests1795000090000 } from './1795000090000-create-knowledge-tests';
import { CompareModels1795000290000 } from './1795000290000-compare-models';

export const KNOWLEDGE_TESTS_MIGRATIONS = [CreateKnowledgeTests1795000090000, CompareModels1795000290000];
