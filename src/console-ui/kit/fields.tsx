import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  CheckboxButton,
  CheckboxField as AriaCheckboxField,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  type SelectProps,
  SelectValue,
  SwitchButton,
  SwitchField as AriaSwitchField,
  Text,
} from 'react-aria-components';
import type { Common } from './form';
import { Icon } from './icon';

interface Option<V extends string> {
  value: V;
  name: string;
  /** A second line. */
  about?: string;
}

interface SelectFieldProps<V extends string>
  extends
    Omit<SelectProps<Option<V>>, 'className' | 'style' | 'children' | 'value' | 'onChange' | 'selectedKey'>,
    Common {
  options: readonly Option<V>[];
  value: V | null;
  onChange: (value: V) => void;
}

export function SelectField<V extends string>({
  label,
  help,
  options,
  value,
  onChange,
  ...props
}: SelectFieldProps<V>): ReactNode {
  return (
    <Select {...props} className="field" value={value} onChange={(key) => onChange(key as V)}>
      <Label>{label}</Label>
      <AriaButton className="select">
        <SelectValue />
        <Icon name="chevron" />
      </AriaButton>
      {help && <Text slot="description">{help}</Text>}
      <FieldError />
      <Popover className="popover">
        <ListBox className="menu" items={options.map((option) => ({ ...option, id: option.value }))}>
          {({ name, about, value: id }) => (
            <ListBoxItem id={id} textValue={name} className="menu-item">
              <Text slot="label">{name}</Text>
              {about && <Text slot="description">{about}</Text>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface BooleanProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  isDisabled?: boolean;
}

export function SwitchField({ label, value, onChange, isDisabled = false }: BooleanProps): ReactNode {
  return (
    <AriaSwitchField isSelected={value} onChange={onChange} isDisabled={isDisabled}>
      <SwitchButton className="switch">
        <span className="switch-track" />
        {label}
      </SwitchButton>
    </AriaSwitchField>
  );
}

interface CheckboxProps extends BooleanProps {
  /** In a table whose row says what it is about: the label is for screen readers only. */
  isLabelHidden?: boolean;
}

export function CheckboxField({
  label,
  value,
  onChange,
  isDisabled = false,
  isLabelHidden = false,
}: CheckboxProps): ReactNode {
  return (
    <AriaCheckboxField isSelected={value} onChange={onChange} isDisabled={isDisabled}>
      <CheckboxButton className="checkbox">
        <span className="checkbox-box">
          <Icon name="check" />
        </span>
        {isLabelHidden ? <span className="for-screen-readers">{label}</span> : label}
      </CheckboxButton>
    </AriaCheckboxField>
  );
}
