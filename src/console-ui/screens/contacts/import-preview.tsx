import type { ReactNode } from 'react';
import { SelectField, Table } from '../../kit';
import { type WordKey, useText } from '../../words/words';
import { type Choice, choiceOf, FIELDS, type Mapping, type Preview, withChoice } from './import-mapping';

interface Props {
  preview: Preview;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}

/** How the file is read: what each column is, the first contacts, and what would be refused. */
export function ImportPreview({ preview, mapping, onMapping }: Props): ReactNode {
  const text = useText();
  const options = [...FIELDS, 'attribute' as const, 'skip' as const].map((value) => ({
    value,
    name: text(`import.field.${value}` as WordKey),
  }));
  // A column without a name cannot be chosen for: the mapping knows columns by their names.
  const named = preview.columns.filter(({ name }) => name.trim() !== '');
  return (
    <>
      {named.length > 0 && (
        <section className="part" aria-labelledby="import-columns">
          <h2 id="import-columns">{text('import.columns')}</h2>
          <p className="soft">{text('import.columnsHelp')}</p>
          <div className="import-columns">
            {named.map((column, at) => (
              <SelectField<Choice>
                key={at}
                label={column.name}
                options={options}
                value={choiceOf(column)}
                onChange={(choice) => choice !== choiceOf(column) && onMapping(withChoice(mapping, column, choice))}
              />
            ))}
          </div>
        </section>
      )}
      <p role="status">
        {text('import.checked', { count: preview.rowsChecked })}{' '}
        {text('import.wouldRefuse', { count: preview.refused })}{' '}
        {preview.refusedValues > 0 && text('import.wouldLeaveOut', { count: preview.refusedValues })}
      </p>
      <FirstRows preview={preview} />
      <Refusals refusals={preview.refusals} />
    </>
  );
}

function FirstRows({ preview }: { preview: Preview }): ReactNode {
  const text = useText();
  const rows = preview.rows.slice(0, 5);
  const columns = [
    text('import.row'),
    text('contact.name'),
    text('contact.email'),
    text('contact.phone'),
    text('contact.company'),
    text('contact.attributes'),
  ];
  return (
    <Table label={text('import.samples')} caption columns={columns}>
      {rows.map(({ row, contact }) => (
        <tr key={row}>
          <td>{row}</td>
          {contact ? (
            <>
              <td>
                <bdi>{contact.name}</bdi>
              </td>
              <td>
                <bdi>{contact.email}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{contact.phone}</bdi>
              </td>
              <td>
                <bdi>{contact.company}</bdi>
              </td>
              <td>
                <bdi>
                  {Object.entries(contact.attributes)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join(', ')}
                </bdi>
              </td>
            </>
          ) : (
            <td colSpan={5} className="wrong">
              {text('import.refusedRow')}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

export function Refusals({ refusals }: { refusals: Preview['refusals'] }): ReactNode {
  const text = useText();
  if (refusals.length === 0) return null;
  const columns = [text('import.row'), text('import.field'), text('import.reason'), text('import.consequence')];
  return (
    <Table label={text('import.refusals')} caption columns={columns}>
      {refusals.map(({ row, path, message, valueOnly }, at) => (
        <tr key={at}>
          <td>{row}</td>
          <td>{path.slice(1)}</td>
          <td>{message}</td>
          <td>{text(valueOnly ? 'import.valueLeftOut' : 'import.rowRefused')}</td>
        </tr>
      ))}
    </Table>
  );
}
