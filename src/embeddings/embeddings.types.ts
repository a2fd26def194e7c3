/** Something that makes embeddings: vectors that are near each other where texts mean the same. */
export interface Embedder {
  /** The model and its server: vectors of one are comparable with each other, and with nothing else. */
  readonly madeBy: string;
  readonly model: string;
  /** What embedding these texts may cost, as far as it can be known before. */
  expectedTokens(texts: readonly string[]): number;
  /** @throws EmbeddingFailure */
  embed(texts: readonly string[], milliseconds: number): Promise<Embedded>;
}

export interface Embedded {
  /** One for each text, of length 1, all with as many dimensions. */
  readonly vectors: Float32Array[];
  /** What they have cost: as the server says, or as is usual where it does not say. */
  readonly tokens: number;
}
