import { declareEvents, EventData } from '../common/event-types/declare-events';
import { CountField, EnumField, IdField } from '../common/event-types/event-fields';
import { FAILURE_CLASSES, type FailureClass, SOURCE_TYPES, type SourceType } from './source.types';

class SourceData extends EventData {
  @IdField()
  sourceId: string;
  @EnumField(SOURCE_TYPES)
  sourceType: SourceType;
  @CountField()
  chunkCount: number;
  @EnumField(FAILURE_CLASSES, { nullable: true })
  failureClass: FailureClass | null;
}

const SOURCE = { audience: 'member', data: SourceData, agentBound: true, resource: 'source' } as const;

/** A page of a sitemap is no source of its own: the sitemap has the events. */
export const SOURCE_EVENTS = declareEvents('knowledge', {
  'source.created': { ...SOURCE, summary: 'A source was added to the knowledge of an agent.' },
  'source.updated': {
    ...SOURCE,
    summary: 'The name, the content or the address of a source has changed. Answers use it after `source.indexed`.',
  },
  'source.indexed': {
    ...SOURCE,
    summary: 'Answers use the current content of a source. Not when a refresh finds nothing new.',
  },
  'source.failed': { ...SOURCE, summary: 'A source could not be read or indexed.' },
  'source.removed': { ...SOURCE, summary: 'A source is no longer part of the knowledge of an agent.' },
});
