/** The model server of a workspace. */
export interface OwnModelServer {
  readonly baseUrl: string;
  /** Null if the server needs no key. */
  readonly apiKey: string | null;
  readonly models: readonly string[];
  /** Null if the server makes no embeddings. */
  readonly embeddingModel: string | null;
}
