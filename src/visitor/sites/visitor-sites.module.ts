import { Module } from '@nestjs/common';
import { VisitorSitesService } from './visitor-sites.service';
import { VisitorTicketsService } from './visitor-tickets.service';

@Module({
  providers: [VisitorSitesService, VisitorTicketsService],
  exports: [VisitorSitesService, VisitorTicketsService],
})
export class VisitorSitesModule {}
