import { DomainEvent } from '../common/events/domain-event';

/** A workspace has embeddings made by another model from now on. */
export class EmbeddingModelChanged extends DomainEvent {}
