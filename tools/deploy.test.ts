import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { at } from './project.mjs';

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  ports?: string[];
  environment?: Record<string, string>;
}

const { services } = parse(readFileSync(at('deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
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
    if (name !== 'database') expect(service.cap_add).toBeUndefined();
  });

  it('publishes nothing but the API, and that on the loopback address', () => {
    expect(service.ports ?? []).toEqual(name === 'api' ? ['127.0.0.1:8080:8080'] : []);
  });
});

describe('the container that reads pictures', () => {
  it('grants the namespaces of its sandbox, demands that they hold, and refuses what nobody needs', () => {
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
