import type { ReactNode } from 'react';
import { TextField } from '../../kit/form';
import { useText } from '../../words/words';

interface Props {
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  /** JSON Pointer of the value in the operation's body, without the first slash. */
  name?: string;
}

export function EmailField({ name = 'email', ...props }: Props): ReactNode {
  const text = useText();
  return (
    <TextField {...props} label={text('entry.email')} name={name} type="email" autoComplete="username" isRequired />
  );
}

export function NameField({ name = 'name', ...props }: Props): ReactNode {
  const text = useText();
  return (
    <TextField
      {...props}
      label={text('entry.name')}
      help={text('entry.nameHelp')}
      name={name}
      autoComplete="name"
      maxLength={100}
      isRequired
    />
  );
}

/** The one that an account has. */
export function PasswordField({ name = 'password', label, ...props }: Props & { label?: string }): ReactNode {
  const text = useText();
  return (
    <TextField
      {...props}
      label={label ?? text('entry.password')}
      name={name}
      type="password"
      autoComplete="current-password"
      isRequired
    />
  );
}

export function NewPasswordField({ name = 'password', label, ...props }: Props & { label?: string }): ReactNode {
  const text = useText();
  return (
    <TextField
      {...props}
      label={label ?? text('entry.newPassword')}
      help={text('entry.passwordHelp')}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={12}
      maxLength={200}
      isRequired
    />
  );
}
