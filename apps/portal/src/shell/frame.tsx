import { Brand, icons, keepFocus } from '@countersign/browser-ui';
import type { PortalCapability } from '@countersign/contract';
import { ActionIcon } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { StepUpProvider } from '../parts/step-up.tsx';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';
import { resolveLanguage } from '../words/languages.ts';
import { AccountMenu } from './account-menu.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SignedOut } from './signed-out.tsx';
import { ViewBanner } from './view-banner.tsx';

const places = [
  { to: '/', word: 'home', needs: null },
  { to: '/sessions', word: 'sessions', needs: 'see-sessions' },
  { to: '/screening', word: 'screening', needs: 'triage' },
  { to: '/webhooks', word: 'webhooks', needs: 'read-webhooks' },
  { to: '/requests', word: 'requests', needs: 'read-requests' },
  { to: '/integrations', word: 'integrations', needs: null },
  { to: '/team', word: 'team', needs: 'manage-team' },
  { to: '/organisation', word: 'organisation', needs: 'manage-organisation' },
  { to: '/audit', word: 'audit', needs: 'read-audit' },
  { to: '/help', word: 'help', needs: null },
] as const satisfies readonly { to: string; word: string; needs: PortalCapability | null }[];

/** The frame around every page of signed-in people. */
export function Frame() {
  const { words, language, speak } = useSpeech();
  const { user } = useMe();
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(keepFocus, []);
  const wanted = resolveLanguage([user.language]);
  useEffect(() => {
    if (wanted !== language) void speak(wanted);
    // Only the account's stored language changes it here; the account page changes it itself.
  }, [wanted]);
  return (
    <StepUpProvider>
      <a className="skip" href="#main">
        {words.shell.skip}
      </a>
      <div className="frame" data-open={open}>
        <header className="top">
          <Brand />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={open ? words.shell.closeMenu : words.shell.menu}
            aria-expanded={open}
            aria-controls="side"
            onClick={() => setOpen(!open)}
          >
            {open ? <icons.close size={22} /> : <icons.menu size={22} />}
          </ActionIcon>
        </header>
        <Side />
        <main id="main" className="main" tabIndex={-1}>
          <ViewBanner />
          <Outlet />
        </main>
      </div>
      <Shortcuts />
      <SignedOut />
    </StepUpProvider>
  );
}

function Side() {
  const { words } = useSpeech();
  const { organisation, can } = useMe();
  const shown = places.filter(({ needs }) => needs === null || can(needs));
  return (
    <div className="side" id="side">
      <div className="side-brand">
        <Brand />
      </div>
      <p className="side-organisation" title={organisation.name}>
        {organisation.name}
      </p>
      <nav aria-label={words.shell.navigation} className="side-nav">
        {shown.map(({ to, word }) => {
          const Icon = icons[word];
          return (
            <Link
              key={to}
              to={to}
              className="side-link"
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon />
              {words.shell[word]}
            </Link>
          );
        })}
      </nav>
      <div className="side-end">
        <AccountMenu />
      </div>
    </div>
  );
}
