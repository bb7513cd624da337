import { icons } from '@countersign/browser-ui';
import { Menu, type MantineColorScheme, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { change } from '../service/api.ts';
import { forgetDrafts } from '../service/drafts.ts';
import { queryClient } from '../service/queries.ts';
import { useChange } from '../service/use-change.ts';
import { useMe } from '../service/use-me.ts';
import { forgetWalk } from '../service/walk.ts';
import { useSpeech } from '../words/context.tsx';

/** Initials of the first and the last word of a name. */
const initialsOf = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => Array.from(part ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

/** Signs out and shows the sign-in page. */
export function useSignOut(path: 'sign-out' | 'sign-out/everywhere') {
  const navigate = useNavigate();
  return useChange({
    act: () => change('POST', path),
    onDone: () => {
      forgetDrafts();
      forgetWalk();
      void navigate({ to: '/sign-in', search: {} }).then(() => queryClient.clear());
    },
  });
}

/** Account, colour scheme and sign-out. */
export function AccountMenu() {
  const { words } = useSpeech();
  const { user, role, operatorView } = useMe();
  const signOut = useSignOut('sign-out');
  return (
    <Menu position="top-start" width={232} withinPortal shadow="md">
      <Menu.Target>
        <UnstyledButton className="me">
          <span className="me-initials" data-initials={initialsOf(user.name)} />
          <span className="heard">{words.shell.account} </span>
          <span className="me-words">
            <span className="me-name">{user.name}</span> <span className="quiet">{words.roles[role]}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {operatorView === null && (
          <>
            <Menu.Item component={Link} to="/account" leftSection={<icons.account size={16} />}>
              {words.shell.account}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <ColourItems />
        <Menu.Divider />
        <Menu.Item leftSection={<icons.out size={16} />} onClick={() => signOut.run(undefined)}>
          {words.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes: readonly [MantineColorScheme, 'system' | 'light' | 'dark'][] = [
  ['auto', 'system'],
  ['light', 'light'],
  ['dark', 'dark'],
];

function ColourItems() {
  const { words } = useSpeech();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{words.shell.colours}</Menu.Label>
      {schemes.map(([scheme, word]) => (
        <Menu.Item
          key={scheme}
          role="menuitemradio"
          aria-checked={colorScheme === scheme}
          leftSection={colorScheme === scheme ? <icons.check size={16} /> : <span className="icon-gap" />}
          onClick={() => setColorScheme(scheme)}
        >
          {words.shell[word]}
        </Menu.Item>
      ))}
    </>
  );
}
