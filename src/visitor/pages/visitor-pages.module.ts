import { Module } from '@nestjs/common';
import { VisitorAgentsModule } from '../agents/visitor-agents.module';
import { VisitorSitesModule } from '../sites/visitor-sites.module';
import { VisitorFiles } from './visitor-files';
import { VisitorPagesController } from './visitor-pages.controller';
import { VisitorPagesService } from './visitor-pages.service';

/** The documents and files that visitors' browsers load. */
@Module({
  imports: [VisitorAgentsModule, VisitorSitesModule],
  controllers: [VisitorPagesController],
  providers: [VisitorPagesService, VisitorFiles],
})
export class VisitorPagesModule {}
