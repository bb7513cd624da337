// Child process that generates load over raw keep-alive sockets. Every request is a prepared buffer, so that the generator computes
// no digest and builds no text while it measures. `load.mjs` starts it and exchanges messages with it over IPC.
import net from 'node:net';

/** @typedef {{ head: Buffer, body: Buffer | null }} Request */

const headEnd = Buffer.from('\r\n\r\n');

/** Returns the length of the first complete response in `bytes`, or 0 if it is incomplete. Our servers always send a Content-Length. */
function answerLength(bytes) {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return 0;
  const head = bytes.latin1Slice(0, end).toLowerCase();
  const at = head.indexOf('\r\ncontent-length:');
  const length = at === -1 ? 0 : Number.parseInt(head.slice(at + 17), 10);
  const total = end + 4 + length;
  return bytes.length >= total ? total : 0;
}

/** A connection that sends a request and calls back with the response status. It reconnects when the server closes it. */
function createConnection(port) {
  let socket = null;
  let waiting = null;
  let received = Buffer.alloc(0);
  const finish = (status, bytes) => {
    const done = waiting;
    waiting = null;
    received = Buffer.alloc(0);
    done?.(status, bytes);
  };
  const open = () => {
    socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = answerLength(received);
      if (length > 0) finish(Number(received.latin1Slice(9, 12)), received.subarray(0, length));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      socket = null;
      finish(0, null);
    });
  };
  return {
    send(request, done) {
      if (!socket) open();
      waiting = done;
      if (request.body === null) socket.write(request.head);
      else {
        socket.cork();
        socket.write(request.head);
        socket.write(request.body);
        socket.uncork();
      }
    },
    close: () => socket?.destroy(),
  };
}

function createTally({ keep }) {
  const latencies = [];
  const statuses = {};
  const bodies = [];
  return {
    count(status, ms, bytes) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(ms);
      if (keep && bytes) bodies.push(bytes.utf8Slice(bytes.indexOf(headEnd) + 4));
    },
    result: (seconds) => ({ statuses, latencies: Float64Array.from(latencies), bodies, seconds }),
  };
}

/** Sends as fast as `connections` allow, which finds the peak but hides stalls. Ends after `seconds`, or with `once` after all `requests`. */
function closedLoop({ port, requests, connections, seconds, once, keep }) {
  return new Promise((resolve) => {
    const tally = createTally({ keep });
    const startedAt = performance.now();
    const until = startedAt + seconds * 1000;
    let next = 0;
    let running = connections;
    let lastAt = startedAt;
    const finish = (connection) => {
      connection.close();
      running -= 1;
      if (running === 0) resolve(tally.result((lastAt - startedAt) / 1000));
    };
    const turn = (connection) => {
      if (performance.now() >= until || (once && next >= requests.length)) return finish(connection);
      const request = requests[next % requests.length];
      next += 1;
      const sentAt = performance.now();
      connection.send(request, (status, bytes) => {
        lastAt = performance.now();
        tally.count(status, lastAt - sentAt, bytes);
        turn(connection);
      });
    };
    for (let i = 0; i < connections; i += 1) turn(createConnection(port));
  });
}

/** Sends at a constant arrival rate. Latency is measured from the time at which a request was due, so a stall counts for every request it delays. */
function constantRate({ port, requests, connections, seconds, rate, keep }) {
  return new Promise((resolve) => {
    const tally = createTally({ keep });
    const idle = Array.from({ length: connections }, () => createConnection(port));
    const all = [...idle];
    const due = [];
    const total = Math.floor(rate * seconds);
    const startedAt = performance.now();
    let planned = 0;
    let done = 0;
    const pump = () => {
      while (due.length > 0 && idle.length > 0) {
        const { request, dueAt } = due.shift();
        const connection = idle.pop();
        connection.send(request, (status, bytes) => {
          tally.count(status, performance.now() - dueAt, bytes);
          idle.push(connection);
          done += 1;
          if (done === total) finish();
          else pump();
        });
      }
    };
    const clock = setInterval(() => {
      // The first request is due immediately.
      const wanted = Math.min(total, 1 + Math.floor(((performance.now() - startedAt) / 1000) * rate));
      for (; planned < wanted; planned += 1) {
        due.push({
          request: requests[planned % requests.length],
          dueAt: startedAt + (planned / rate) * 1000,
        });
      }
      pump();
    }, 1);
    const finish = () => {
      clearInterval(clock);
      for (const connection of all) connection.close();
      resolve(tally.result((performance.now() - startedAt) / 1000));
    };
  });
}

const asBuffer = (bytes) =>
  bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function follow(plan) {
  const bodies = (plan.bodies ?? []).map(asBuffer);
  const requests = plan.requests.map(({ head, body }) => ({
    head: Buffer.from(head, 'latin1'),
    body: body === null ? null : bodies[body],
  }));
  const run = plan.rate === undefined ? closedLoop : constantRate;
  process.send(await run({ ...plan, requests }));
}

process.on('message', (plan) => void follow(plan));
