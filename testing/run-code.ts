import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What an example prints. */
type Output = { stdout: string; stderr: string };

/** Runs commands in a shell, as a reader would paste them. `curl` is silent, and prints the status in a line of its own. */
export function runShell(code: string, variables: Record<string, string>, folder: string): Promise<Output> {
  const env = { ...process.env, ...variables, CURL_HOME: join(import.meta.dirname, 'curl') };
  return run('bash', ['-euo', 'pipefail', '-c', code], { cwd: folder, env });
}

/** Runs a script in the plain shell of the machine, with curl as it comes. */
export function runScript(code: string, variables: Record<string, string>, folder: string): Promise<Output> {
  return run('sh', ['-eu', '-c', code], { cwd: folder, env: { ...process.env, ...variables } });
}

/** Runs a module in Node. */
export function runNode(code: string, variables: Record<string, string>, folder: string): Promise<Output> {
  const env = { ...process.env, ...variables };
  return run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, env });
}

/** Runs Python 3 with the library requests, or with a stand-in where that is not installed (testing/python). */
export async function runPython(code: string, variables: Record<string, string>, folder: string): Promise<Output> {
  const hasRequests = await run('python3', ['-c', 'import requests']).then(
    () => true,
    (error: { code?: unknown }) => {
      if (error.code === 'ENOENT') throw new Error('The examples for Python need python3: please install it.');
      return false;
    },
  );
  const path = [folder, ...(hasRequests ? [] : [join(import.meta.dirname, 'python')])].join(':');
  return run('python3', ['-c', code], {
    cwd: folder,
    env: { ...process.env, ...variables, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
  });
}
