import { Module } from '@nestjs/common';
import { Feature } from '../../common/feature/feature.decorator';
import { DomainsModule } from '../../domains/domains.module';
import { VisitorAgentsModule } from '../agents/visitor-agents.module';
import { VisitorSitesModule } from '../sites/visitor-sites.module';
import { DevicesPageController } from './devices-page.controller';
import { LookPreviewService } from './look-preview.service';
import { VisitorFiles } from './visitor-files';
import { VisitorPagesController } from './visitor-pages.controller';
import { VisitorPagesService } from './visitor-pages.service';

/** The documents and files that visitors' browsers load. */
@Feature({ name: 'visitor-pages' })
@Module({
  imports: [DomainsModule, VisitorAgentsModule, VisitorSitesModule],
  controllers: [VisitorPagesController, DevicesPageController],
  providers: [VisitorPagesService, VisitorFiles, LookPreviewService],
  exports: [LookPreviewService],
})
export class VisitorPagesModule {}
