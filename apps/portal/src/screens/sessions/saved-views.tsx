import { icons } from '@countersign/browser-ui';
import { type PortalView, sessionOrderOf } from '@countersign/contract';
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

/** Members of the address that a view stores; the search text is not one of them. */
const kept = ['status', 'hits', 'proposals', 'integration', 'since', 'until'] as const;
type Filter = Partial<Record<(typeof kept)[number] | 'order' | 'q' | 'name' | 'cursor', string>>;

function keptOf({ order, ...filter }: Filter): Omit<PortalView, 'name'> {
  const view = Object.fromEntries(
    kept.flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]]])),
  );
  // The default order is left out.
  return order === 'newest' || order === 'oldest' ? withOrder(view, order) : view;
}

const withOrder = (view: Omit<PortalView, 'name'>, order: 'newest' | 'oldest'): Omit<PortalView, 'name'> =>
  sessionOrderOf(view) === order ? view : { ...view, order };

/** Whether the list shows exactly a view, without a search text. */
function isShowing(filter: Filter, view: PortalView): boolean {
  const [one, other] = [keptOf(filter), keptOf(view)];
  return (
    filter.q === undefined &&
    filter.name === undefined &&
    [...kept, 'order' as const].every((key) => one[key] === other[key])
  );
}

/** The reader's saved views, and a way to save the current one. */
export function SavedViews({ filter }: { filter: Filter }) {
  const { words } = useSpeech();
  const texts = words.views;
  const { views } = useMe().preferences;
  const [saving, setSaving] = useState(false);
  const remove = useChange<{ views: PortalView[] }, null>({
    act: (body) => change('PATCH', 'me', body),
    touches: ['me'],
  });
  const isShown = (view: PortalView) => isShowing(filter, view);
  const isSaveable = Object.keys(keptOf(filter)).length > 0 && !views.some(isShown);
  if (views.length === 0 && !isSaveable) return null;
  return (
    <div className="views">
      <ul className="view-list" aria-label={texts.title}>
        {views.map((view) => (
          <li key={view.name} className="view" data-shown={isShown(view)}>
            <Link to="/sessions" search={keptOf(view)} aria-current={isShown(view) ? 'true' : undefined}>
              {view.name}
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={26}
              aria-label={texts.removeOf(view.name)}
              disabled={remove.busy}
              onClick={() => remove.run({ views: views.filter((each) => each !== view) })}
            >
              <icons.close size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {isSaveable && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<icons.plus size={14} />}
          disabled={views.length >= 20}
          onClick={() => setSaving(true)}
        >
          {texts.save}
        </Button>
      )}
      <FailureAlert failure={remove.failure} />
      {saving && <SaveDialog filter={filter} views={views} onClose={() => setSaving(false)} />}
    </div>
  );
}

interface SaveDialogProps {
  filter: Filter;
  views: readonly PortalView[];
  onClose: () => void;
}

function SaveDialog({ filter, views, onClose }: SaveDialogProps) {
  const { words } = useSpeech();
  const texts = words.views;
  const [typed, type] = useState('');
  const save = useChange<{ views: PortalView[] }, null>({
    act: (body) => change('PATCH', 'me', body),
    touches: ['me'],
    onDone: onClose,
  });
  const name = typed.trim();
  const others = views.filter((view) => view.name !== name);
  return (
    <FormDialog
      title={texts.saveTitle}
      onClose={onClose}
      change={save}
      input={name === '' ? null : { views: [...others, { name, ...keptOf(filter) }] }}
      submit={texts.save}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        maxLength={60}
        data-autofocus
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {(filter.q ?? filter.name) !== undefined && <Text size="sm">{texts.withoutSearch}</Text>}
    </FormDialog>
  );
}
