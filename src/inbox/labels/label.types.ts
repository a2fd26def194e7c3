import type { Label } from './label.entity';

/** A conversation with all labels of one workspace. */
export interface Labeled {
  conversationId: string;
  labels: readonly Omit<Label, 'nameKey'>[];
  /** Whether the call added one; false: it was there already. */
  added: boolean;
}
