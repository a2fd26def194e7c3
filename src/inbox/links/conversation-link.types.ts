import type { Labeled } from '../labels/label.types';

/** A conversation of another workspace, as the workspace that it is linked to sees it. */
export interface LinkedConversation extends Omit<Labeled, 'added'> {
  linkedAt: Date;
}
