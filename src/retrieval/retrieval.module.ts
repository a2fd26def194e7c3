import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EmbeddingsModule } from '../embeddings/embeddings.module';
import { KnowledgeController } from './knowledge.controller';
import { KnowledgeDatabase } from './knowledge-database';
import { KnowledgeOperatorService } from './knowledge-operator.service';
import { KnowledgeService } from './knowledge.service';
import { EmbeddingJob } from './semantic/embedding-job.entity';
import { EmbeddingJobsRepository } from './semantic/embedding-jobs.repository';
import { EmbeddingsRepository } from './semantic/embeddings.repository';
import { PassageEmbedding } from './semantic/passage-embedding';
import { SemanticSearch } from './semantic/semantic-search';
import { VocabularyRepository } from './vocabulary.repository';
import { VocabularyService } from './vocabulary.service';

/** The index of passages, and searches of it. The feature `knowledge` is declared at `SourcesModule`, which fills the index. */
@Module({
  imports: [TypeOrmModule.forFeature([EmbeddingJob]), EmbeddingsModule],
  controllers: [KnowledgeController],
  providers: [
    KnowledgeDatabase,
    KnowledgeService,
    KnowledgeOperatorService,
    VocabularyService,
    VocabularyRepository,
    EmbeddingsRepository,
    EmbeddingJobsRepository,
    PassageEmbedding,
    SemanticSearch,
  ],
  exports: [KnowledgeDatabase, KnowledgeService, PassageEmbedding, VocabularyService],
})
export class RetrievalModule {}
