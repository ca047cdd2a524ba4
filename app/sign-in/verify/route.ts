import { answerChallenge } from '#lib/dashboard/sign-in.ts';
import { formPost } from '#lib/http/form-post.ts';

export const POST = formPost(answerChallenge);
