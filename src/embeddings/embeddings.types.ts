/** Something that makes embeddings: vectors that are near each other where texts mean the same. */
export interface Embedder {
  /** The model and its server: vectors of one are comparable with each other, and with nothing else. */
  readonly madeBy: string;
  /**
   * One vector for each text, of length 1, all with as many dimensions.
   *
   * @throws EmbeddingFailure
   */
  embed(texts: readonly string[], milliseconds: number): Promise<Float32Array[]>;
}
