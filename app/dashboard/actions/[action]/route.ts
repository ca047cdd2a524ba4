import { ACTIONS } from '#lib/dashboard/actions.ts';
import { performActions } from '#lib/dashboard/perform.ts';

export const POST = performActions(ACTIONS);
