import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FILES_MIGRATIONS } from '../../migrations/files';
import { Feature } from '../common/feature/feature.decorator';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { CarriedFilesService } from './carried-files.service';
import { StoredPiece } from './file-piece.entity';
import { FilePath } from './file-path';
import { File } from './file.entity';
import { FilesRepository } from './files.repository';
import { FilesService } from './files.service';
import { FILES_TABLES } from './files.tables';
import { InboxFilesController } from './inbox-files.controller';

/** Files that callers upload, and the bytes of those that messages carry. */
@Feature({ name: 'files', tables: FILES_TABLES, migrations: FILES_MIGRATIONS })
@Module({
  imports: [TypeOrmModule.forFeature([File, StoredPiece]), WorkspacesModule],
  controllers: [InboxFilesController],
  providers: [CarriedFilesService, FilePath, FilesRepository, FilesService],
  exports: [CarriedFilesService, FilesService],
})
export class FilesModule {}
