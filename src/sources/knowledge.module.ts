import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KNOWLEDGE_MIGRATIONS } from '../../migrations/knowledge';
import { Feature } from '../common/feature/feature.decorator';
import { KNOWLEDGE_TABLES } from './knowledge.tables';
import { AgentsModule } from '../agents/agents.module';
import { EmbeddingsModule } from '../embeddings/embeddings.module';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { KnowledgeController } from '../retrieval/knowledge.controller';
import { KnowledgeDatabase } from '../retrieval/knowledge-database';
import { KnowledgeOperatorService } from '../retrieval/knowledge-operator.service';
import { KnowledgeService } from '../retrieval/knowledge.service';
import { PageFetcher } from './fetching/page-fetcher';
import { Robots } from './fetching/robots';
import { SitemapFetcher } from './fetching/sitemap-fetcher';
import { SitemapsRepository } from './fetching/sitemaps.repository';
import { SourceEnds } from './fetching/source-ends';
import { SourceFetchesRepository } from './fetching/source-fetches.repository';
import { SourceFetching } from './fetching/source-fetching';
import { FilePiece } from './files/file-piece.entity';
import { SourceFile } from './files/source-file.entity';
import { SourceFilesController } from './files/source-files.controller';
import { SourceFilesRepository } from './files/source-files.repository';
import { SourceFilesService } from './files/source-files.service';
import { EmbeddingJob } from '../retrieval/semantic/embedding-job.entity';
import { EmbeddingJobsRepository } from '../retrieval/semantic/embedding-jobs.repository';
import { EmbeddingsRepository } from '../retrieval/semantic/embeddings.repository';
import { PassageEmbedding } from '../retrieval/semantic/passage-embedding';
import { SemanticSearch } from '../retrieval/semantic/semantic-search';
import { Source } from './source.entity';
import { StoredContent } from './stored-content.entity';
import { SourceIndexing } from './source-indexing';
import { SourceJobsRepository } from './source-jobs.repository';
import { SourcePath } from './source-path';
import { SourceQuotas } from './source-quotas';
import { SourceUsageRepository } from './source-usage.repository';
import { SourcesController } from './sources.controller';
import { SourcesRepository } from './sources.repository';
import { SourcesService } from './sources.service';
import { VocabularyRepository } from '../retrieval/vocabulary.repository';
import { VocabularyService } from '../retrieval/vocabulary.service';

@Feature({ name: 'knowledge', tables: KNOWLEDGE_TABLES, migrations: KNOWLEDGE_MIGRATIONS })
@Module({
  imports: [
    TypeOrmModule.forFeature([Source, StoredContent, SourceFile, FilePiece, EmbeddingJob]),
    AgentsModule,
    EmbeddingsModule,
    ModelSettingsModule,
    WorkspacesModule,
  ],
  controllers: [SourceFilesController, SourcesController, KnowledgeController],
  providers: [
    KnowledgeDatabase,
    KnowledgeService,
    KnowledgeOperatorService,
    SourcesService,
    SourceFilesService,
    SourceFilesRepository,
    SourcesRepository,
    SourceJobsRepository,
    SourceIndexing,
    SourceQuotas,
    SourceUsageRepository,
    SourcePath,
    SourceFetching,
    SourceFetchesRepository,
    SourceEnds,
    SitemapsRepository,
    SitemapFetcher,
    PageFetcher,
    Robots,
    VocabularyService,
    VocabularyRepository,
    EmbeddingsRepository,
    EmbeddingJobsRepository,
    PassageEmbedding,
    SemanticSearch,
  ],
  exports: [KnowledgeService, VocabularyService],
})
export class KnowledgeModule {}
