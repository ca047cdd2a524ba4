import { unmatched } from '#lib/http/unmatched.ts';

export const GET = unmatched;
export const POST = unmatched;
export const PUT = unmatched;
export const PATCH = unmatched;
export const DELETE = unmatched;
export const OPTIONS = unmatched;
export const HEAD = unmatched;
