/** A body that is JSON text already: built by the database, or stored for a replay. Sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
