import { flushCompileCache } from 'node:module';

/*
 * Loaded first by each child process of the tests (child-server.ts): keeps what it compiled (NODE_COMPILE_CACHE) once it is
 * ready, because a killed process has no end at which Node would do so. Processes of the same sources start in half the work.
 */
process.once('message', () => flushCompileCache());
