import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { flowLimits } from '../packages/contract/src/index.ts';
import { httpLimits } from '../packages/service/src/http/http-limits.ts';
import { at } from './project.mjs';

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  ports?: string[];
  networks?: string[];
  environment?: Record<string, string>;
}

const { services, networks } = parse(readFileSync(at('deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
};

describe.each(Object.entries(services))('the container of %s', (name, service) => {
  it('has a read-only root, no capabilities, no way to gain privileges, and bounded memory and processes', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
      pids_limit: 512,
    });
    expect(service.mem_limit).toMatch(/^(\$\{\w+:-)?\d+[mg]\}?$/);
    if (name === 'proxy') expect(service.cap_add).toEqual(['NET_BIND_SERVICE']);
    else if (name !== 'database') expect(service.cap_add).toBeUndefined();
  });

  it('publishes nothing but the proxy', () => {
    expect(service.ports ?? []).toEqual(name === 'proxy' ? ['80:8080', '443:8443', '443:8443/udp'] : []);
  });
});

describe('the proxy', () => {
  it('shares a network with the API alone, whose addresses are the proxies that the API trusts', () => {
    const edge = Object.entries(services).filter(([, { networks: joined = [] }]) => joined.includes('edge'));
    expect(edge.map(([name]) => name).toSorted()).toEqual(['api', 'proxy']);
    expect(networks['edge']?.ipam.config).toEqual([
      { subnet: services['api']?.environment?.['TRUSTED_PROXIES'] },
    ]);
  });

  it('forwards the address of the client and drops what the client sent of it', () => {
    const caddyfile = readFileSync(at('deploy/Caddyfile'), 'utf8');
    expect(caddyfile).toContain('header_up X-Forwarded-For {remote_host}');
    expect(caddyfile).toContain('header_up -Forwarded');
  });
});

describe('each file for a proxy', () => {
  const read = (file: string) => readFileSync(at(`deploy/${file}`), 'utf8');

  it.each([
    ['Caddyfile', ['header_up X-Forwarded-For {remote_host}', 'header_up -Forwarded']],
    ['nginx.conf', ['proxy_set_header X-Forwarded-For $remote_addr;', 'proxy_set_header Forwarded "";']],
    ['haproxy.cfg', ['http-request set-header X-Forwarded-For %[src]', 'http-request del-header Forwarded']],
  ])('%s replaces the address that the client claims to have', (file, lines) => {
    for (const line of lines) expect(read(file)).toContain(line);
  });

  it.each([
    ['Caddyfile', /keepalive (\d+)s/, /response_header_timeout (\d+)s/],
    ['nginx.conf', /keepalive_timeout (\d+)s/, /proxy_read_timeout (\d+)s/],
    ['haproxy.cfg', /timeout http-keep-alive (\d+)s/, /timeout server (\d+)s/],
  ])(
    '%s closes idle connections before the service, and waits for long polls and uploads',
    (file, idle, answer) => {
      expect(Number(idle.exec(read(file))?.[1]) * 1_000).toBeLessThan(httpLimits.keepAliveMs);
      expect(Number(answer.exec(read(file))?.[1])).toBeGreaterThan(2 * flowLimits.pollSeconds);
    },
  );

  it.each([
    ['Caddyfile', 'health_uri /readyz', /health_interval (\d+)s/],
    ['haproxy.cfg', 'option httpchk GET /readyz', /check inter (\d+)s fall 1 /],
  ])('%s leaves a process that ends before that one refuses anything', (file, look, interval) => {
    expect(read(file)).toContain(look);
    expect(Number(interval.exec(read(file))?.[1]) * 1_000).toBeLessThan(httpLimits.drain.listenMs / 2);
  });

  it('nginx.conf takes bodies as large as the service does, keeps no paths, and refuses old TLS', () => {
    const nginx = read('nginx.conf');
    const most = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1024 * 1024;
    expect(most).toBeGreaterThan(32 * 1024 * 1024);
    expect([...nginx.matchAll(/access_log (\w+);/g)].map(([, value]) => value)).toEqual(['off', 'off']);
    expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  });

  it('Caddyfile leaves the trust store of its machine alone', () => {
    expect(read('Caddyfile')).toMatch(/^\tskip_install_trust$/m);
  });
});

describe('the container that reads pictures', () => {
  it('grants the namespaces of its sandbox, requires that they hold, and refuses what is not needed', () => {
    const { security_opt: options = [], environment = {} } = services['worker'] ?? {};
    expect(options).toEqual([
      'no-new-privileges:true',
      'seccomp=./worker-seccomp.json',
      'apparmor=unconfined',
    ]);
    expect(environment['VISION_SANDBOX']).toBe('${VISION_SANDBOX:-required}');
    const { syscalls } = JSON.parse(readFileSync(at('deploy/worker-seccomp.json'), 'utf8')) as {
      syscalls: { names: string[] }[];
    };
    const refused = syscalls.flatMap(({ names }) => names);
    for (const needed of ['clone', 'clone3', 'unshare', 'mount', 'umount2', 'pivot_root', 'seccomp', 'prctl'])
      expect(refused).not.toContain(needed);
    for (const dangerous of ['bpf', 'ptrace', 'process_vm_readv', 'keyctl', 'init_module', 'io_uring_setup'])
      expect(refused).toContain(dangerous);
  });
});
