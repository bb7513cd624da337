import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useParts } from './parts-words.tsx';

interface PageProps {
  title: string;
  /** Shown beside the title. */
  beside?: ReactNode;
  intro?: ReactNode;
  /** Breadcrumbs. */
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title, its purpose, its actions and its content. */
export function Page({ title, beside, intro, above, actions, children }: PageProps) {
  const { words } = useParts();
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words.product]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-words">
          {above && <div className="page-above">{above}</div>}
          <div className="page-title">
            <Title order={1} size="h2" tabIndex={-1} id="page-title">
              {title}
            </Title>
            {beside}
          </div>
          {intro && <p className="page-intro">{intro}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  title?: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** The content has its own padding, as tables do. */
  flush?: boolean;
  children: ReactNode;
}

/** A framed section of a page. */
export const Panel = ({ title, intro, actions, flush = false, children }: PanelProps) => (
  <section className="panel" aria-label={title}>
    {(title ?? actions) !== undefined && (
      <header className="panel-head">
        <div>
          {title !== undefined && (
            <Title order={2} size="h5">
              {title}
            </Title>
          )}
          {intro && <p className="panel-intro">{intro}</p>}
        </div>
        {actions}
      </header>
    )}
    <div className={flush ? 'panel-flush' : 'panel-body'}>{children}</div>
  </section>
);

interface FactsProps {
  facts: readonly (readonly [string, ReactNode])[];
  /** Side by side as far as there is room, otherwise one below the other. */
  inRow?: boolean;
}

/** A list of names and values. */
export const Facts = ({ facts, inRow = false }: FactsProps) => (
  <dl className={inRow ? 'facts in-row' : 'facts'}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
