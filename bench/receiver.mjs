// Child process: a webhook receiver that responds with 200 at once and records when the first byte of each request arrives.
import http from 'node:http';

let receipts = [];
const server = http.createServer((request, response) => {
  const at = Date.now();
  const id = request.headers['webhook-id'];
  request.resume();
  request.on('end', () => {
    receipts.push({ at, id });
    response.writeHead(200, { 'content-length': 0 });
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (question) => {
  process.send(question === 'count' ? receipts.length : receipts);
  if (question === 'take') receipts = [];
});
process.on('disconnect', () => process.exit());
