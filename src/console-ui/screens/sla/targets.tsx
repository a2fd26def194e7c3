import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client';
import { Button, IconButton, SelectField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { MILESTONES } from './queries';

type Target = Schemas['SlaTarget'];
const UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
type Unit = keyof typeof UNITS;

interface Props {
  targets: readonly Target[];
  onChange: (targets: readonly Target[]) => void;
}

/** The times that are agreed, each milestone at most once. */
export function Targets({ targets, onChange }: Props): ReactNode {
  const text = useText();
  const free = MILESTONES.filter((milestone) => !targets.some((target) => target.milestone === milestone));
  const set = (at: number, changes: Partial<Target>): void =>
    onChange(targets.map((target, index) => (index === at ? { ...target, ...changes } : target)));
  return (
    <section className="part" aria-labelledby="targets-title">
      <h2 id="targets-title">{text('sla.targets')}</h2>
      {targets.map((target, at) => (
        <div key={target.milestone} className="target">
          <SelectField
            label={text('sla.milestone')}
            options={[target.milestone, ...free].map((value) => ({ value, name: text(`sla.milestone.${value}`) }))}
            value={target.milestone}
            onChange={(milestone) => set(at, { milestone })}
          />
          <Duration
            name={`targets/${at}/seconds`}
            seconds={target.seconds}
            onChange={(seconds) => set(at, { seconds })}
          />
          <TextField
            label={text('sla.warn')}
            name={`targets/${at}/warnAtPercent`}
            type="number"
            inputMode="numeric"
            value={String(target.warnAtPercent)}
            onChange={(typed) => typed !== '' && set(at, { warnAtPercent: Number(typed) })}
          />
          <IconButton
            icon="close"
            label={text('sla.removeTarget', { name: text(`sla.milestone.${target.milestone}`) })}
            isDisabled={targets.length === 1}
            onPress={() => onChange(targets.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <Button
            icon="plus"
            onPress={() =>
              onChange([...targets, { milestone: free[0]!, seconds: 86_400, warnAtPercent: 80, pauseOn: null }])
            }
          >
            {text('sla.addTarget')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Working time, in the largest unit that says it in whole numbers. */
function Duration({
  name,
  seconds,
  onChange,
}: {
  name: string;
  seconds: number;
  onChange: (seconds: number) => void;
}): ReactNode {
  const text = useText();
  const [unit, setUnit] = useState<Unit>(() => (seconds % UNITS.hours === 0 ? 'hours' : 'minutes'));
  return (
    <>
      <TextField
        label={text('sla.time')}
        name={name}
        type="number"
        inputMode="decimal"
        value={String(Math.round((seconds / UNITS[unit]) * 100) / 100)}
        onChange={(typed) => Number(typed) > 0 && onChange(Math.round(Number(typed) * UNITS[unit]))}
      />
      <SelectField
        label={text('sla.unit')}
        options={(Object.keys(UNITS) as Unit[]).map((value) => ({ value, name: text(`sla.unit.${value}`) }))}
        value={unit}
        onChange={(chosen) => {
          setUnit(chosen);
          onChange(Math.round((seconds / UNITS[unit]) * UNITS[chosen]));
        }}
      />
    </>
  );
}
