/** Makes embeddings: vectors that are close to each other if their texts have similar meanings. */
export interface Embedder {
  /** The model and its server. Only vectors with the same value can be compared. */
  readonly madeBy: string;
  readonly model: string;
  /** An estimate of the tokens that embedding the texts costs. */
  expectedTokens(texts: readonly string[]): number;
  /** @throws EmbeddingFailure */
  embed(texts: readonly string[], milliseconds: number): Promise<Embedded>;
}

export interface Embedded {
  /** One for each text, of length 1, all with the same number of dimensions. */
  readonly vectors: Float32Array[];
  /** Tokens that the request cost: as the server reports, or estimated if it reports none. */
  readonly tokens: number;
}
