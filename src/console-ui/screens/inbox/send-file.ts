import type { Schemas } from '../../api/client';
import { upload } from '../../api/uploads';
import type { SendFile } from '../../drafts/upload';

/** Uploads files of replies and notes in one workspace. */
export const sendFileTo =
  (workspaceId: string): SendFile =>
  (file, on) =>
    upload<Schemas['File']>(`/workspaces/${workspaceId}/inbox/files?fileName=${encodeURIComponent(file.name)}`, file, {
      mediaType: 'application/octet-stream',
      ...on,
    });
