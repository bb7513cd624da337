import { fraudCategories, type PortalFraudReportRequest } from '@countersign/contract';
import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useDraft } from '../../service/drafts.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** The request; `null` while no category is selected. */
function requestOf(chosen: readonly string[], comment: string): PortalFraudReportRequest | null {
  const categories = fraudCategories
    .map(({ category }) => category)
    .filter((category) => chosen.includes(category));
  const text = comment.trim();
  return categories.length === 0 ? null : { categories, comment: text === '' ? null : text };
}

/** Reports a session as fraud. */
export function FraudReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session.fraudReport;
  const [chosen, setChosen] = useState<string[]>([]);
  const comment = useDraft(`report ${id}`);
  const report = useChange<PortalFraudReportRequest, null>({
    act: (body) => change('POST', `sessions/${id}/fraud-report`, body),
    touches: ['sessions'],
    onDone: () => {
      comment.sent();
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.report}
      onClose={onClose}
      change={report}
      input={requestOf(chosen, comment.text)}
      submit={texts.report}
    >
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      <Checkbox.Group label={texts.reasons} value={chosen} onChange={setChosen} required>
        <Stack gap="xs" mt={6}>
          {fraudCategories.map(({ category }) => (
            <Checkbox key={category} value={category} label={texts.categories[category]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={texts.comment}
        description={texts.commentHint}
        rows={3}
        maxLength={500}
        value={comment.text}
        onChange={(event) => comment.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
