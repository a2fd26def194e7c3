import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Form as AriaForm, type FormProps } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps } from 'react-aria-components/TextField';
import { isProblem, type ProblemDetail, spoken } from '../api/problems';
import { useText } from '../words/words';

export interface Common {
  label: string;
  /** Below the field, before anything went wrong. */
  help?: ReactNode;
}

interface FormFields extends Omit<FormProps, 'className' | 'style' | 'onSubmit' | 'validationErrors'> {
  /** The refusal of the last try: what it says of a field stands at the field, the rest above the button. */
  problem?: unknown;
  /** What the reader has to mend before anything is sent, by the names of fields. */
  errors?: Readonly<Record<string, string>> | undefined;
  onSubmit: () => void;
}

/**
 * `name` of a field is the JSON Pointer of its value without the first slash, such as `name` or `targets/0/seconds`. After a
 * refusal, the first field that it names has the focus.
 */
export function Form({ problem, errors: own, onSubmit, children, ...props }: FormFields): ReactNode {
  // The same object until the next refusal: another one would bring errors back that the reader has mended.
  const errors = useMemo(() => own ?? (isProblem(problem) ? fieldErrors(problem.details) : {}), [problem, own]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
    fields.find(({ name }) => name in errors)?.focus();
  }, [errors]);
  return (
    <AriaForm
      {...props}
      ref={form}
      className="form"
      validationErrors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </AriaForm>
  );
}

/** By the names that fields may have. What is said of a part of a field, such as one line of it, stands at the field. */
function fieldErrors(details: readonly ProblemDetail[]): Record<string, string> {
  return Object.fromEntries(
    details.flatMap(({ path, message }) => namesOf(path).map((name) => [name, `${message}.`] as const)),
  );
}

/** `/events/0`: `events/0`, then `events`. None of a path that is not in the body. */
function namesOf(path: string | undefined): string[] {
  if (!path?.startsWith('/')) return [];
  const parts = path.slice(1).split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
}

/** A refusal as a whole, and what it says of values that have no field here. Nothing where every detail stands at a field. */
export function FormProblem({ problem }: { problem: unknown }): ReactNode {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [messages, setMessages] = useState<readonly string[]>([]);
  useEffect(() => {
    const fields = place.current?.closest('form')?.elements;
    const details = isProblem(problem) ? problem.details.filter(({ path }) => path?.startsWith('/')) : [];
    const homeless = details.filter(({ path }) => !namesOf(path).some((name) => fields?.namedItem(name)));
    const whole = problem instanceof Error ? problem.message : text('app.wentWrong');
    if (!problem) setMessages([]);
    else if (details.length === 0) setMessages([whole]);
    else setMessages(homeless.map(({ path, message }) => `${spoken(path!)}: ${message}.`));
  }, [problem, text]);
  return (
    <div ref={place} className="form-problems">
      {messages.map((message) => (
        <p key={message} className="form-problem" role="alert">
          {message}
        </p>
      ))}
    </div>
  );
}

interface TextProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'>, Common {
  placeholder?: string;
}

/**
 * React Aria looks again at what was typed on the browser's `change`, which comes as a button is pressed: an error line that
 * comes or goes then moves the button away from the pointer, and the press is lost. So an error comes with the try to send, and
 * goes, or changes, as the reader types.
 */
const steady: Pick<TextFieldProps, 'onInput'> & { ref: (field: HTMLDivElement | null) => () => void } = {
  ref: (field) => {
    const hold = (event: Event): void => {
      if (event.isTrusted) event.stopPropagation();
    };
    field?.addEventListener('change', hold, true);
    return () => field?.removeEventListener('change', hold, true);
  },
  onInput: ({ currentTarget }) => {
    if (currentTarget.ariaInvalid === 'true') currentTarget.dispatchEvent(new Event('change'));
  },
};

export function TextField({ label, help, placeholder, ...props }: TextProps): ReactNode {
  return (
    <AriaTextField {...props} {...steady} className="field">
      <Label>{label}</Label>
      <Input {...(placeholder !== undefined && { placeholder })} />
      {help && <Text slot="description">{help}</Text>}
      <FieldError />
    </AriaTextField>
  );
}

export function TextAreaField({
  label,
  help,
  placeholder,
  rows = 5,
  ...props
}: TextProps & { rows?: number }): ReactNode {
  return (
    <AriaTextField {...props} {...steady} className="field">
      <Label>{label}</Label>
      <TextArea rows={rows} dir="auto" {...(placeholder !== undefined && { placeholder })} />
      {help && <Text slot="description">{help}</Text>}
      <FieldError />
    </AriaTextField>
  );
}
