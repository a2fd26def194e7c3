import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FILES_MIGRATIONS } from '../../migrations/files';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { CarriedFilesService } from './carried-files.service';
import { StoredPiece } from './file-piece.entity';
import { File } from './file.entity';
import { FilesRepository } from './files.repository';
import { FilesService } from './files.service';
import { FILES_TABLES } from './files.tables';
import { InboxFilePath } from './inbox/inbox-file-path';
import { InboxFilesController } from './inbox/inbox-files.controller';
import { KeptFilesRepository } from './kept-files.repository';
import { KeptFilesService } from './kept-files.service';
import { AgentFileSettingsController } from './settings/agent-file-settings.controller';
import { AgentFileSettings } from './settings/agent-file-settings.entity';
import { AgentFileSettingsRepository } from './settings/agent-file-settings.repository';
import { AgentFileSettingsService } from './settings/agent-file-settings.service';
import { FileMover } from './store/file-mover';
import { FileObject } from './store/file-object.entity';
import { FileObjectsRepository } from './store/file-objects.repository';
import { FileStore } from './store/file-store';
import { FilesOperatorService } from './store/files-operator.service';
import { ObjectSweep } from './store/object-sweep';
import { FileBytes } from './work/file-bytes';
import { FileWork } from './work/file-work';

/** Files that callers upload, and the bytes of those that messages carry. */
@Feature({ name: 'files', tables: FILES_TABLES, migrations: FILES_MIGRATIONS })
@Module({
  imports: [
    TypeOrmModule.forFeature([AgentFileSettings, File, FileObject, StoredPiece]),
    AgentsModule,
    WorkspacesModule,
  ],
  controllers: [AgentFileSettingsController, InboxFilesController],
  providers: [
    AgentFileSettingsRepository,
    AgentFileSettingsService,
    CarriedFilesService,
    FileBytes,
    FileMover,
    FileObjectsRepository,
    FileStore,
    FilesRepository,
    FilesOperatorService,
    FilesService,
    FileWork,
    InboxFilePath,
    KeptFilesRepository,
    KeptFilesService,
    ObjectSweep,
  ],
  exports: [AgentFileSettingsService, CarriedFilesService, FilesService, KeptFilesService],
})
export class FilesModule {}
