import { Brand, ColourSelect } from '@countersign/browser-ui';
import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { LanguageSelect } from '../../shell/preferences.tsx';
import { useSpeech } from '../../words/context.tsx';

interface GateProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

/** A page outside the frame: signing in and related steps. */
export function Gate({ title, intro, children, foot }: GateProps) {
  const { words } = useSpeech();
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <div className="gate">
      <main className="gate-main">
        <Brand />
        <section className="gate-card" aria-labelledby="page-title">
          <Title order={1} size="h2" id="page-title" tabIndex={-1}>
            {title}
          </Title>
          {intro && <p className="gate-intro">{intro}</p>}
          {children}
        </section>
        {foot && <p className="gate-foot">{foot}</p>}
      </main>
      <footer className="gate-preferences">
        <LanguageSelect />
        <ColourSelect />
      </footer>
    </div>
  );
}
