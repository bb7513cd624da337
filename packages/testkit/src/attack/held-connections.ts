import { readFileSync } from 'node:fs';

const hexPort = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');

/**
 * Whether the other process still holds its end of a loopback connection, even half-closed, according to the kernel's table.
 * `null` if the system has no such table.
 */
export function isHeld({
  servicePort,
  clientPort,
}: {
  servicePort: number;
  clientPort: number;
}): boolean | null {
  let found: boolean | null = null;
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      continue;
    }
    found ??= false;
    for (const line of text.split('\n')) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', remote = ''] = fields;
      if (!local.endsWith(`:${hexPort(servicePort)}`) || !remote.endsWith(`:${hexPort(clientPort)}`))
        continue;
      // An end that no process holds has no inode.
      if (fields[9] !== '0') return true;
    }
  }
  return found;
}
