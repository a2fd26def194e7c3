import { CannotStart } from '../../config/cannot-start';

/** The address for the server to listen on. */
export interface ListenAddress {
  HOST: string;
  PORT: number;
}

/**
 * The reason why the server cannot listen on the address. Undefined if the error has another cause.
 *
 * @param setting name of the setting with the port
 */
export function listenProblem(
  error: unknown,
  { HOST, PORT }: ListenAddress,
  setting = 'PORT',
): CannotStart | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  const problem = {
    EADDRINUSE: `${setting} ${PORT} is in use by another program. Choose another ${setting}.`,
    EACCES: `${setting} ${PORT} is reserved for privileged users on this machine. Choose a ${setting} from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine. Use one of its addresses, or 0.0.0.0 for all of them.`,
    ENOTFOUND: `HOST ${HOST} was not found. Use an address of this machine, or 0.0.0.0 for all of them.`,
    EAI_AGAIN: `HOST ${HOST} cannot be resolved. Use an address of this machine, or 0.0.0.0 for all of them.`,
    EAFNOSUPPORT: `HOST ${HOST} is of an address family that this machine does not support. Use another address, or 0.0.0.0.`,
    EINVAL: `HOST ${HOST} is not valid for listening. Use an address of this machine, or 0.0.0.0 for all of them.`,
  }[code];
  return problem === undefined ? undefined : new CannotStart(problem, { cause: error });
}
