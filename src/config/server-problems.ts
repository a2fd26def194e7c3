/**
 * Describes the problem with a server that a setting names, and the remedy.
 *
 * @param place the address of the server: host and port, or the folder of its socket
 */
export type Sentence = (place: string, message: string) => string;

const unreachable: Sentence = (place, message) =>
  `${place} cannot be reached (${message}). Check the network between here and there.`;
const unknownHost: Sentence = (place) => `the host of ${place} is not known here. Correct the name, or fix its DNS.`;

/**
 * By the code of the system's error, for every kind of server. `silent`: the port is open, but such a server does not
 * answer.
 */
export function networkProblems(server: string, silent: Sentence): Record<string, Sentence> {
  return {
    ECONNREFUSED: (place) => `nothing listens at ${place}. Start ${server} there, or correct the address.`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    EHOSTUNREACH: unreachable,
    ENETUNREACH: unreachable,
    ETIMEDOUT: unreachable,
    EACCES: unreachable,
    ECONNRESET: silent,
    EPIPE: silent,
  };
}
