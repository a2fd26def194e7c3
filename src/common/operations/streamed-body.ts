/** Bodies that are no JSON: by media type, each with an example. */
export type StreamedMediaTypes = Readonly<Record<string, string>>;

/** A request body that the handler reads piece by piece, with `@BodyStream()`. */
export interface StreamedRequest {
  mediaTypes: StreamedMediaTypes;
  /** Beyond it: 413 `payload_too_large`. */
  limitBytes: number;
}
