import { Note, Panel } from '@countersign/browser-ui';
import type { PortalIntegration, PortalReviewRules } from '@countersign/contract';
import { Radio, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SaveBar } from '../../parts/save-bar.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { IntegrationPage } from './integration-page.tsx';

const route = getRouteApi('/frame/integrations/$id/reviews');

/** Configures how many people a decision requires. */
export function ReviewsScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  return (
    <IntegrationPage id={id} intro={words.reviewRules.intro}>
      {(integration) => <Rules integration={integration} />}
    </IntegrationPage>
  );
}

function Rules({ integration }: { integration: PortalIntegration }) {
  const { words } = useSpeech();
  const texts = words.reviewRules;
  const { id, fourEyes, canConfigureReviews } = integration;
  const stored = fourEyes ? 'two' : 'one';
  const [people, choose] = useState<string>(stored);
  useEffect(() => choose(stored), [stored]);
  const save = useChange<PortalReviewRules, null>({
    act: (body) => change('PUT', `integrations/${id}/reviews`, body),
    touches: ['integrations', 'sessions', 'audit'],
  });
  const isChanged = people !== stored;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ fourEyes: people === 'two' });
      }}
    >
      <Stack gap="md">
        {!canConfigureReviews && (
          <Note tone="idle" icon="lock">
            {texts.noRight}
          </Note>
        )}
        <Panel title={texts.title}>
          <Radio.Group aria-label={texts.title} value={people} onChange={choose}>
            <Stack gap="sm">
              <Radio
                value="one"
                label={texts.one}
                description={texts.oneHint}
                disabled={!canConfigureReviews}
              />
              <Radio
                value="two"
                label={texts.two}
                description={texts.twoHint}
                disabled={!canConfigureReviews}
              />
            </Stack>
          </Radio.Group>
          <p className="quiet small panel-more">{texts.api}</p>
        </Panel>
        <FailureAlert failure={save.failure} />
        {canConfigureReviews && <SaveBar save={save} isChanged={isChanged} />}
      </Stack>
    </form>
  );
}
