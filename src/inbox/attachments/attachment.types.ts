export interface AttachmentKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
  attachmentId: string;
}

export interface AttachmentFile {
  fileName: string;
  mediaType: string;
  sizeBytes: number;
}
