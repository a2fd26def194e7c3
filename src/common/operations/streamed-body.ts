/** Bodies other than JSON: an example for each media type. */
export type StreamedMediaTypes = Readonly<Record<string, string>>;

/** A request body that the handler reads piece by piece, with `@BodyStream()`. */
export interface StreamedRequest {
  mediaTypes: StreamedMediaTypes;
  /** A larger body returns 413 `payload_too_large`. */
  limitBytes: number;
}
