import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONTACTS_MIGRATIONS } from '../../migrations/contacts';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { CONTACTS_TABLES } from './contacts.tables';
import { ConversationsModule } from '../conversations/conversations.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { ChatContactsRepository } from './chat-contacts.repository';
import { ChatContactsService } from './chat-contacts.service';
import { ContactErasuresRepository } from './contact-erasures.repository';
import { ContactErasuresService } from './contact-erasures.service';
import { ContactErasure } from './contact-erasure.entity';
import { CONTACT_EVENTS } from './contact-event.types';
import { ContactLog } from './contact-log.service';
import { ContactPath } from './contact-path';
import { ContactProfilesService } from './contact-profiles.service';
import { ContactRows } from './contact-rows';
import { Contact } from './contact.entity';
import { ContactsController } from './contacts.controller';
import { ContactsRepository } from './contacts.repository';
import { ContactsService } from './contacts.service';
import { ContactExportsController } from './export/contact-exports.controller';
import { ContactExportsRepository } from './export/contact-exports.repository';
import { ContactExportsService } from './export/contact-exports.service';
import { ContactImportRefusal } from './import/contact-import-refusal.entity';
import { ContactImport } from './import/contact-import.entity';
import { ContactImportPath } from './import/upload/contact-import-path';
import { ContactImportsController } from './import/upload/contact-imports.controller';
import { ContactImportPreviews } from './import/upload/contact-import-previews';
import { ContactImportsRepository } from './import/upload/contact-imports.repository';
import { ContactImportsService } from './import/upload/contact-imports.service';
import { ContactImporting } from './import/worker/contact-importing';
import { BatchWriter } from './import/worker/batch-writer';
import { BulkContactsRepository } from './import/worker/bulk-contacts.repository';
import { ImportJobsRepository } from './import/worker/import-jobs.repository';
import { MailContactsRepository } from './mail-contacts.repository';
import { MailContactsService } from './mail-contacts.service';
import { ContactChangesRepository } from './search-sets/contact-changes.repository';
import { ContactDirectory } from './search-sets/contact-directory';
import { ContactIndexing } from './search-sets/contact-indexing';
import { IndexingBacklog } from './search-sets/indexing-backlog';
import { SetReadsRepository } from './search-sets/set-reads.repository';
import { SetWritesRepository } from './search-sets/set-writes.repository';
import { VerifiedSearches } from './search-sets/verified-searches';
import { OutboundContactsService } from './outbound-contacts.service';
import { ContactResource } from './contact-resource';

@Feature({ name: 'contacts', tables: CONTACTS_TABLES, migrations: CONTACTS_MIGRATIONS, events: CONTACT_EVENTS })
@Module({
  imports: [
    TypeOrmModule.forFeature([Contact, ContactErasure, ContactImport, ContactImportRefusal]),
    AgentsModule,
    ConversationsModule,
    WorkspacesModule,
  ],
  // These come first, because :contactId would match their paths.
  controllers: [ContactImportsController, ContactExportsController, ContactsController],
  providers: [
    ContactResource,
    ContactsService,
    ContactLog,
    ContactRows,
    ContactsRepository,
    ContactPath,
    ContactDirectory,
    SetReadsRepository,
    ContactChangesRepository,
    SetWritesRepository,
    ContactIndexing,
    VerifiedSearches,
    ChatContactsService,
    ChatContactsRepository,
    ContactProfilesService,
    ContactErasuresService,
    ContactErasuresRepository,
    IndexingBacklog,
    ContactExportsRepository,
    ContactExportsService,
    ContactImportPath,
    ContactImporting,
    ContactImportPreviews,
    ContactImportsRepository,
    ContactImportsService,
    BatchWriter,
    BulkContactsRepository,
    ImportJobsRepository,
    MailContactsRepository,
    MailContactsService,
    OutboundContactsService,
  ],
  exports: [
    ContactLog,
    ChatContactsService,
    ContactProfilesService,
    ContactErasuresService,
    ContactsService,
    MailContactsService,
    OutboundContactsService,
  ],
})
export class ContactsModule {}
