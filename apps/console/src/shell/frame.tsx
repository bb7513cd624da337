import { Brand, ColourSelect, icons, keepFocus } from '@countersign/browser-ui';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signOut } from '../service/call.ts';
import { aboutQuery } from '../service/queries.ts';
import { words } from '../words.ts';

const places = [
  { to: '/', word: 'overview', icon: 'home' },
  { to: '/organisations', word: 'organisations', icon: 'organisation' },
  { to: '/integrations', word: 'integrations', icon: 'integrations' },
  { to: '/sessions', word: 'sessions', icon: 'sessions' },
  { to: '/queues', word: 'queues', icon: 'webhooks' },
  { to: '/retention', word: 'retention', icon: 'lock' },
  { to: '/lists', word: 'lists', icon: 'screening' },
  { to: '/system', word: 'condition', icon: 'requests' },
  { to: '/audit', word: 'audit', icon: 'audit' },
] as const;

/** The frame around every page. */
export function Frame() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(keepFocus, []);
  return (
    <>
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
          <Outlet />
        </main>
      </div>
    </>
  );
}

function Side() {
  const { data: about } = useQuery(aboutQuery);
  return (
    <div className="side" id="side">
      <div className="side-brand">
        <Brand />
      </div>
      <p className="side-organisation" title={about?.installation}>
        {words.shell.console}
      </p>
      <nav aria-label={words.shell.navigation} className="side-nav">
        {places.map(({ to, word, icon }) => {
          const Icon = icons[icon];
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
      <div className="side-end side-foot">
        <p className="small">
          {about?.operator == null ? words.shell.unnamed : words.shell.operator(about.operator)}
          <br />
          <span className="quiet">{words.shell.version(about?.version ?? '')}</span>
        </p>
        <ColourSelect />
        <Button variant="default" onClick={() => void signOut()}>
          {words.shell.signOut}
        </Button>
      </div>
    </div>
  );
}
