import { DomainEvent } from '../common/events/domain-event';
import type { CarrierKey, Scan } from './file.types';

/** The scanner has looked at a file that a message or a note carries, or has been asked in vain for an hour. */
export class FileScanned extends DomainEvent<CarrierKey & { readonly fileId: string; readonly scan: Scan }> {}
