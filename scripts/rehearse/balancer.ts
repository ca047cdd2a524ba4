import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const PROGRAM = 'haproxy';

export type Balancer = {
  url: string;
  /** Takes a server out of rotation, or in again. */
  tell: (server: string, state: 'drain' | 'ready') => Promise<void>;
  /** The state of a server as its checks see it, such as `UP`. */
  stateOf: (server: string) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Starts HAProxy with haproxy.cfg, in front of servers on ports of this machine instead of containers, and without TLS.
 * @param servers their names in haproxy.cfg, with their ports
 * @throws Error with HAProxy's message, or that it is not installed
 */
export async function startBalancer(folder: string, port: number, servers: Record<string, number>): Promise<Balancer> {
  const socket = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, socket, servers));
  const child = spawn(PROGRAM, ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise<string>((done) => {
    child.once('error', () => done(`${PROGRAM} is not installed: it is a package of Debian and of Homebrew.`));
    child.once('exit', () => done(output));
  });
  const ask = async (command: string) => {
    const connection = connect(socket);
    connection.end(`${command}\n`);
    return text(connection);
  };
  const isUp = async () => (await ask('show info').catch(() => '')).includes('Uptime');
  while (!(await isUp())) {
    const problem = await Promise.race([ended, new Promise<undefined>((go) => setTimeout(go, 100, undefined))]);
    if (problem !== undefined) throw new Error(problem);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    tell: async (server, state) => {
      const answer = (await ask(`set server web/${server} state ${state}`)).trim();
      if (answer !== '') throw new Error(answer);
    },
    stateOf: async (server) => {
      const line = (await ask('show stat')).split('\n').find((each) => each.startsWith(`web,${server},`));
      return line?.split(',')[17] ?? '';
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** haproxy.cfg, but for what it says of containers, of their names and of TLS. */
function configuration(port: number, socket: string, servers: Record<string, number>): string {
  const lines = readFileSync(resolve(import.meta.dirname, '../../haproxy.cfg'), 'utf8').split('\n');
  const sections = lines.join('\n').replace(/\nresolvers [\s\S]*?\n\n/, '\n\n');
  const adapted = sections
    .split('\n')
    .filter((line) => !/ssl crt|ssl_fc|ssl-default/.test(line))
    .map((line) => line.replace('bind :8080', `bind 127.0.0.1:${port}`))
    .map((line) => line.replace(/stats socket \S+/, `stats socket ${socket}`))
    // A container may open more files than a shell.
    .map((line) => line.replace(/maxconn \d+/, 'maxconn 1000'))
    .map((line) => line.replace(/log stdout .*/, 'log stderr format raw local0 info'))
    .map((line) => line.replace(/ resolvers docker resolve-prefer ipv4 init-addr none/, ''))
    .map((line) => (/^\s*default-server\s*$/.test(line) ? '' : line))
    .map((line) =>
      line.replace(/(server (\S+)) \S+:3000/, (_all, start, name) => `${start} 127.0.0.1:${servers[name]}`),
    );
  return `${adapted.join('\n')}\n`;
}
