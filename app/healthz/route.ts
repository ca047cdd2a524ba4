import { isHealthy } from '#lib/health.ts';

/** 200 once the server can serve (ruling 74). */
export async function GET(): Promise<Response> {
  const healthy = await isHealthy();
  return Response.json({ status: healthy ? 'ok' : 'unavailable' }, { status: healthy ? 200 : 503 });
}
