import type { Label } from './label.entity';

/** A conversation with all labels that one workspace has given it. */
export interface Labeled {
  conversationId: string;
  labels: readonly Omit<Label, 'nameKey'>[];
  /** Whether one was added now; it may have been there. */
  added: boolean;
}
