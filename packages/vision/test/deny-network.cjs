// Loaded into every thread of a process under test: nothing may go out, nothing may be written to disk.
const dns = require('node:dns');
const fs = require('node:fs');
const net = require('node:net');

function deny(what) {
  return () => {
    fs.writeSync(2, `DENIED ${what}\n`);
    throw new Error(`denied: ${what}`);
  };
}

net.Socket.prototype.connect = deny('network');
dns.lookup = deny('network');
globalThis.fetch = deny('network');
for (const name of [
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
  'createWriteStream',
  'mkdir',
  'mkdirSync',
]) {
  fs[name] = deny('disk');
}
fs.promises.writeFile = deny('disk');
