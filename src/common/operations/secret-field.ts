import { ApiProperty } from '@nestjs/swagger';

/**
 * A field whose value is a secret, going in or coming out: `format: password`. Clients ask for it without echo and do not
 * show it; the command line takes it from a prompt or a file only, and prints it only where that is asked for.
 */
export const SecretField = (): PropertyDecorator => ApiProperty({ format: 'password' });
