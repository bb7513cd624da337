import { type Column, DataTable, Panel } from '@countersign/browser-ui';
import { Button, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import type { SessionLimit, ShownOrganisation } from './printed-organisation.ts';

const texts = words.sessionLimits;

/** A mode and its limit, if there is one. */
type Row = Pick<SessionLimit, 'mode'> & { limit: SessionLimit | null };

const usage = (
  limit: SessionLimit | null,
  used: 'usedToday' | 'usedThisMonth',
  most: 'perDay' | 'perMonth',
) => (limit === null ? texts.none : texts.used(limit[used], limit[most]));

const columns = (change: (row: Row) => void): Column<Row>[] => [
  { key: 'mode', title: words.integrations.title, heads: true, cell: ({ mode }) => texts.modes[mode] },
  { key: 'day', title: texts.today, cell: ({ limit }) => usage(limit, 'usedToday', 'perDay') },
  { key: 'month', title: texts.thisMonth, cell: ({ limit }) => usage(limit, 'usedThisMonth', 'perMonth') },
  {
    key: 'warning',
    title: texts.warning,
    cell: ({ limit }) => (limit === null ? '–' : `${limit.warningPercent} %`),
  },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.changeOf(row.mode)}
        onClick={() => change(row)}
      >
        {texts.change}
      </Button>
    ),
  },
];

interface PanelProps {
  organisation: ShownOrganisation;
  onDone: (text: string) => void;
}

/** How many sessions an organisation may create and has created, by mode. */
export function SessionLimitsPanel({ organisation: { name, sessionLimits }, onDone }: PanelProps) {
  const [changed, setChanged] = useState<Row | null>(null);
  const rows = (['live', 'test'] as const).map((mode) => ({
    mode,
    limit: sessionLimits.find((limit) => limit.mode === mode) ?? null,
  }));
  return (
    <Panel title={texts.title} intro={texts.intro} flush>
      <DataTable
        caption={texts.title}
        columns={columns((row) => {
          onDone('');
          setChanged(row);
        })}
        rows={rows}
        keyOf={({ mode }) => mode}
      />
      {changed && (
        <LimitDialog organisation={name} row={changed} onClose={() => setChanged(null)} onDone={onDone} />
      )}
    </Panel>
  );
}

interface DialogProps {
  organisation: string;
  row: Row;
  onClose: () => void;
  onDone: (text: string) => void;
}

/** A number of sessions; empty for no limit. */
type Typed = number | '';

/** Sets a limit, or removes it if the field is left empty. */
function LimitDialog({ organisation, row: { mode, limit }, onClose, onDone }: DialogProps) {
  const [day, setDay] = useState<Typed>(limit?.perDay ?? '');
  const [month, setMonth] = useState<Typed>(limit?.perMonth ?? '');
  const [warn, setWarn] = useState<Typed>(limit?.warningPercent ?? 80);
  const [reason, setReason] = useState('');
  const isNone = day === '' && month === '';
  const change = useVerb(isNone ? 'portal clear-limits' : 'portal set-limits', {
    touches: ['portal show', 'portal history', 'alerts list'],
    onDone: () => {
      onClose();
      onDone(isNone ? texts.cleared : texts.saved);
    },
  });
  const of = { organisation, mode, reason: reason.trim() };
  const numbers = { day: String(day || 'none'), month: String(month || 'none'), warn: String(warn) };
  return (
    <ConfirmDialog
      title={texts.dialog(organisation, mode)}
      onClose={onClose}
      verb={change}
      isBlocked={reason.trim() === '' || warn === '' || (isNone && limit === null)}
      onConfirm={() => change.run({ options: isNone ? of : { ...of, ...numbers } })}
      submit={isNone && limit !== null ? texts.clear : texts.submit}
    >
      <Text>{texts.consequence}</Text>
      <Count label={texts.perDay} value={day} onChange={setDay} isFirst />
      <Count label={texts.perMonth} value={month} onChange={setMonth} />
      <NumberInput
        label={texts.warnAt}
        min={1}
        max={100}
        allowDecimal={false}
        hideControls
        value={warn}
        onChange={(value) => setWarn(typeof value === 'number' ? value : '')}
      />
      <ReasonField value={reason} onChange={setReason} isRequired />
    </ConfirmDialog>
  );
}

interface CountProps {
  label: string;
  value: Typed;
  onChange: (value: Typed) => void;
  /** Has the focus when the dialog opens. */
  isFirst?: boolean;
}

const Count = ({ label, value, onChange, isFirst = false }: CountProps) => (
  <NumberInput
    {...(isFirst ? { 'data-autofocus': true } : {})}
    label={label}
    description={texts.empty}
    min={1}
    max={1_000_000_000}
    allowDecimal={false}
    allowNegative={false}
    hideControls
    value={value}
    onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
  />
);
