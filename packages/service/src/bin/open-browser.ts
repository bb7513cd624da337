import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Milliseconds within which a browser has read the file. */
const readMs = 60_000;

const programOf = (): string | null => {
  if (process.platform === 'darwin') return 'open';
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY === undefined && WAYLAND_DISPLAY === undefined ? null : 'xdg-open';
};

/**
 * Opens a link in the local browser. The link is passed in a file that only this user can read: arguments of a program
 * are visible to all users.
 * @returns `null` without a terminal or a screen; otherwise a function that removes the file
 */
export function openBrowser(link: string): { forget(): void } | null {
  const program = process.stdout.isTTY ? programOf() : null;
  if (program === null) return null;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-console-'));
  const file = path.join(directory, 'sign-in.html');
  fs.writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">`, {
    mode: 0o600,
  });
  const forget = () => fs.rmSync(directory, { recursive: true, force: true });
  const opened = spawn(program, [file], { stdio: 'ignore', detached: true });
  // The link is printed as well.
  opened.on('error', forget);
  opened.unref();
  setTimeout(forget, readMs).unref();
  return { forget };
}
