/** A model server that a workspace has named. */
export interface OwnModelServer {
  readonly baseUrl: string;
  /** Null: it takes none. */
  readonly apiKey: string | null;
  readonly models: readonly string[];
  /** Null: it makes no embeddings. */
  readonly embeddingModel: string | null;
}
