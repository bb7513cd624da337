import { ConnectFailure, connectGuarded, type GuardedOptions } from '@countersign/outbound';

/** Opens a connection to the origin and closes it. `unknown`: the address may not be called. */
export async function reach(url: URL, options: GuardedOptions): Promise<'up' | 'down' | 'unknown'> {
  const { hostname, port, protocol } = url;
  try {
    const socket = await connectGuarded({ hostname, port, protocol }, options);
    socket.on('error', () => {});
    socket.destroy();
    return 'up';
  } catch (error) {
    return error instanceof ConnectFailure && (error.reason === 'denied' || error.reason === 'wrong_peer')
      ? 'unknown'
      : 'down';
  }
}
