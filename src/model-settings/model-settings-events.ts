import { DomainEvent } from '../common/events/domain-event';

/** From now on, another model makes the embeddings of a workspace. */
export class EmbeddingModelChanged extends DomainEvent {}
