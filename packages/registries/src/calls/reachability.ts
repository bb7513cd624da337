import { ConnectFailure, type ConnectOptions, openConnection } from './connect.ts';

/** Opens a connection to the origin and closes it. `unknown`: the address may not be called. */
export async function reach(url: URL, options: ConnectOptions): Promise<'up' | 'down' | 'unknown'> {
  const { hostname, port, protocol } = url;
  try {
    const socket = await openConnection({ hostname, port, protocol }, options);
    socket.on('error', () => {});
    socket.destroy();
    return 'up';
  } catch (error) {
    return error instanceof ConnectFailure && error.reason === 'denied' ? 'unknown' : 'down';
  }
}
