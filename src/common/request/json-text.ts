/** A body that is already JSON text, built by the database or stored for a replay. It is sent unchanged. */
export class JsonText {
  constructor(readonly text: string) {}
}
