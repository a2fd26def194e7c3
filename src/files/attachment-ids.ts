import { Ids } from '../common/validation/plain-fields';

/** Files of one message or note. */
export const MOST_ATTACHED = 10;

/** Ids of uploaded files that a message carries. */
export const AttachmentIds = (): PropertyDecorator => Ids({ size: MOST_ATTACHED, optional: true });
