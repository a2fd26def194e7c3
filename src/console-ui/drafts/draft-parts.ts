import type { Schemas } from '../api/client';
import type { Mode } from './drafts';
import { beginUpload, keptFile, type SendFile, type Upload } from './upload';

/** Whom an email goes to, as a member writes it: addresses with commas between them. */
export interface Recipients {
  to: string;
  cc: string;
  bcc: string;
}

interface Parts {
  files: readonly Upload[];
  /** null: as the service chooses them. */
  recipients: Recipients | null;
  /** The saved reply that was inserted last. */
  savedReplyId: string | null;
}

type SavedReply = Pick<Schemas['SavedReply'], 'id' | 'attachments'>;

const NONE: Parts = { files: [], recipients: null, savedReplyId: null };

/**
 * What a draft has besides its text, of each conversation and mode, until the page closes. Files go to the service at once, so that
 * sending does not wait for them, and go on while another conversation is open.
 */
export class DraftParts {
  private readonly known = new Map<string, Parts>();
  /** How to give up those that are on their way, by their keys. */
  private readonly stops = new Map<number, () => void>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly send: SendFile) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The same object until it changes. */
  of(conversationId: string, mode: Mode): Parts {
    return this.known.get(`${conversationId}/${mode}`) ?? NONE;
  }

  setRecipients(conversationId: string, recipients: Recipients | null): void {
    this.change(conversationId, 'reply', (parts) => ({ ...parts, recipients }));
  }

  /** Its files, which the service has already, go with the reply. */
  setSavedReply(conversationId: string, { id: savedReplyId, attachments }: SavedReply): void {
    this.change(conversationId, 'reply', (parts) => {
      const added = attachments.filter(({ id }) => parts.files.every((one) => one.id !== id)).map(keptFile);
      return { ...parts, savedReplyId, files: [...parts.files, ...added] };
    });
  }

  addFiles(conversationId: string, mode: Mode, files: Iterable<File>): void {
    for (const file of files) this.upload(conversationId, mode, file);
  }

  removeFile(conversationId: string, mode: Mode, key: number): void {
    this.stops.get(key)?.();
    this.stops.delete(key);
    this.change(conversationId, mode, (parts) => ({ ...parts, files: parts.files.filter((one) => one.key !== key) }));
  }

  /** Takes away what was sent; files that were added meanwhile stay. */
  sent(conversationId: string, mode: Mode, fileIds: readonly string[]): void {
    this.change(conversationId, mode, ({ files }) => ({
      files: files.filter(({ id }) => id === null || !fileIds.includes(id)),
      recipients: null,
      savedReplyId: null,
    }));
  }

  private upload(conversationId: string, mode: Mode, file: File): void {
    const { begun, stop, ended } = beginUpload(
      file,
      (on) => this.send(file, on),
      (key, fields) =>
        this.change(conversationId, mode, (parts) => ({
          ...parts,
          files: parts.files.map((one) => (one.key === key ? { ...one, ...fields } : one)),
        })),
    );
    this.stops.set(begun.key, stop);
    this.change(conversationId, mode, (parts) => ({ ...parts, files: [...parts.files, begun] }));
    void ended.then(() => this.stops.delete(begun.key));
  }

  private change(conversationId: string, mode: Mode, step: (parts: Parts) => Parts): void {
    this.known.set(`${conversationId}/${mode}`, step(this.of(conversationId, mode)));
    for (const listener of this.listeners) listener();
  }
}
