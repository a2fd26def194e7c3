import { CreateKnowledge1795000020000 } from './1795000020000-create-knowledge';
import { IndexLexemeEndings1795000061000 } from './1795000061000-index-lexeme-endings';
import { FetchSources1795000090000 } from './1795000090000-fetch-sources';
import { KeepStructureOfPassages1795000092000 } from './1795000092000-keep-structure-of-passages';
import { KeepSourceFiles1795000102000 } from './1795000102000-keep-source-files';
import { StemWordsFaster1795000103000 } from './1795000103000-stem-words-faster';
import { CreateKnowledgeEmbeddings1795000110000 } from './1795000110000-create-knowledge-embeddings';
import { MarkRefusedPassages1795000121000 } from './1795000121000-mark-refused-passages';
import { RememberReaders1795000131000 } from './1795000131000-remember-readers';
import { KeepFailedSitemaps1795000220000 } from './1795000220000-keep-failed-sitemaps';

export const KNOWLEDGE_MIGRATIONS = [
  CreateKnowledge1795000020000,
  IndexLexemeEndings1795000061000,
  FetchSources1795000090000,
  KeepStructureOfPassages1795000092000,
  KeepSourceFiles1795000102000,
  StemWordsFaster1795000103000,
  CreateKnowledgeEmbeddings1795000110000,
  MarkRefusedPassages1795000121000,
  RememberReaders1795000131000,
  KeepFailedSitemaps1795000220000,
];
