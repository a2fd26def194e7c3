import type { Labeled } from '../labels/label.types';

/** A conversation of another workspace, as far as the one sees it that it is linked to. */
export interface LinkedConversation extends Omit<Labeled, 'added'> {
  linkedAt: Date;
}
