import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KNOWLEDGE_MIGRATIONS } from '../../migrations/knowledge';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { RETRIEVAL_TABLES } from '../retrieval/retrieval.tables';
import { WorkspacesModule } from '../workspaces/workspaces.module';
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
import { Source } from './source.entity';
import { SourceIndexing } from './source-indexing';
import { SourceJobsRepository } from './source-jobs.repository';
import { SourcePath } from './source-path';
import { SourceQuotas } from './source-quotas';
import { SourceUsageRepository } from './source-usage.repository';
import { SOURCE_EVENTS } from './source-event.types';
import { SourcesController } from './sources.controller';
import { SourceChangesService } from './source-changes.service';
import { SourcesRepository } from './sources.repository';
import { SourcesService } from './sources.service';
import { SOURCES_TABLES } from './sources.tables';
import { StoredContent } from './stored-content.entity';
import { SourceResource } from './source-resource';

@Feature({
  name: 'knowledge',
  tables: { ...RETRIEVAL_TABLES, ...SOURCES_TABLES },
  migrations: KNOWLEDGE_MIGRATIONS,
  events: SOURCE_EVENTS,
})
@Module({
  imports: [
    TypeOrmModule.forFeature([Source, StoredContent, SourceFile, FilePiece]),
    AgentsModule,
    RetrievalModule,
    WorkspacesModule,
  ],
  controllers: [SourceFilesController, SourcesController],
  providers: [
    SourceResource,
    SourcesService,
    SourceChangesService,
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
  ],
})
export class SourcesModule {}
