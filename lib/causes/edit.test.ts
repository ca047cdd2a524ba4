import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, disconnect, transaction } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { createTestDatabase } from '#testing/database.ts';
import { refusalOf } from '#testing/refusals.ts';
import { causeEdit, editBase, editCause, editValues } from './edit.ts';
import { overrideCause } from './override.ts';
import { CAUSE_STATES, STATE_RULES } from './states.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;
let owner: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await stopSender();
  await disconnect();
  await database.drop();
});
beforeEach(async () => {
  ({ key, owner } = await storedCause({ description: 'Water.' }));
});

const stored = () => db().cause.findUniqueOrThrow({ where: { key } });
/** The current values, as the form would be filled in. */
async function openForm() {
  const cause = await stored();
  return { base: editBase(cause), ...editValues(cause) };
}
type Form = Awaited<ReturnType<typeof openForm>>;
const save = (form: Form, actor = owner) => transaction((tx) => editCause(tx, actor, key, causeEdit.parse(form), NOW));

describe('editing a cause', () => {
  it('changes title, story, cover, address, closing time and whether amounts are hidden', async () => {
    const changed = {
      title: 'A deeper well',
      description: 'Clean water.',
      use_of_funds: 'A pump.',
      cover_image_url: 'https://example.org/cover.jpg',
      slug: 'a-deeper-well',
      closes_at: '2027-01-01T00:00:00.000Z',
      hide_amounts: true,
    };
    expect(await save({ ...(await openForm()), ...changed })).toMatchObject({ kind: 'saved', kept: [] });
    expect(editValues(await stored())).toEqual(changed);
  });

  it('removes story, cover and closing time', async () => {
    await save({ ...(await openForm()), closes_at: '2027-01-01T00:00:00.000Z' });
    const nothing = { description: '', cover_image_url: null, closes_at: null };
    await save({ ...(await openForm()), ...nothing });
    expect(await stored()).toMatchObject({ description: null, coverImageUrl: null, closesAt: null });
  });

  it('never changes currency, goal, fees or terms: a form that names them is refused', async () => {
    for (const field of ['currency', 'goal', 'fee_percent', 'terms_version', 'state'])
      expect(causeEdit.safeParse({ ...(await openForm()), [field]: 'x' }).success).toBe(false);
  });

  it.each([
    ['title', 'x'.repeat(151)],
    ['title', ''],
    ['description', 'x'.repeat(5001)],
    ['cover_image_url', 'http://example.org/a.jpg'],
    ['cover_image_url', 'javascript:alert(1)'],
    ['closes_at', '2027-01-01T00:00:00'],
  ])('keeps the limits of creation: %s', async (field, value) => {
    const parsed = causeEdit.safeParse({ ...(await openForm()), [field]: value });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  it('is allowed for the creator of the cause and for staff', async () => {
    const form = { ...(await openForm()), title: 'Mine' };
    const stranger = (await storedCause()).owner;
    expect(await refusalOf(save(form, stranger))).toBe('cause_not_found');
    expect(await save(form, STAFF)).toMatchObject({ kind: 'saved' });
  });

  it.each(CAUSE_STATES)(
    'in state %s is allowed to its creator as the table says, and always to staff',
    async (state) => {
      const form = { ...(await openForm()), title: 'Another' };
      await db().cause.update({ where: { key }, data: { state } });
      const allowed = STATE_RULES[state].creatorEdits ? 'nothing was refused' : 'not_allowed';
      expect(await refusalOf(save(form))).toBe(allowed);
      expect((await save({ ...(await openForm()), title: 'Third' }, STAFF)).kind).toBe('saved');
    },
  );

  it('is written to the audit log with the values before and after', async () => {
    await save({ ...(await openForm()), title: 'New' }, STAFF);
    const entries = await db().auditEntry.findMany({ where: { subject: key } });
    expect(entries).toMatchObject([
      {
        actor: 'acc_staff',
        action: 'cause.edit',
        data: { before: { title: 'A well' }, after: { title: 'New' } },
      },
    ]);
  });

  it('does not close a cause in the past, and accepts a closing time that has passed already', async () => {
    const past = '2026-11-21T11:59:00.000Z';
    const edit = save({ ...(await openForm()), closes_at: past });
    await expect(edit).rejects.toMatchObject({ code: 'closes_in_past', field: 'closes_at' });
    await transaction((tx) => overrideCause(tx, key, { closesAt: new Date('2026-11-20T10:00:30Z') }, NOW));
    // The form has minutes only.
    const form = { ...(await openForm()), closes_at: '2026-11-20T10:00:00Z', title: 'After' };
    expect(await save(form)).toMatchObject({ kind: 'saved' });
    expect((await stored()).closesAt?.toISOString()).toBe('2026-11-20T10:00:30.000Z');
  });
});

describe('concurrent edits', () => {
  it('of different fields are both saved', async () => {
    const [one, other] = [await openForm(), await openForm()];
    await save({ ...one, title: 'Title of one' }, STAFF);
    const second = await save({ ...other, description: 'Story of the other' });
    expect(second).toMatchObject({ kind: 'saved', kept: ['title'] });
    expect(await stored()).toMatchObject({ title: 'Title of one', description: 'Story of the other' });
  });

  it('of the same field are a conflict, and nothing is written', async () => {
    const [one, other] = [await openForm(), await openForm()];
    await save({ ...one, title: 'Title of one' }, STAFF);
    const mine = { ...other, title: 'Title of the other', description: 'Kept back' };
    const conflict = await save(mine);
    expect(conflict).toMatchObject({
      kind: 'conflict',
      fields: ['title'],
      current: { title: 'Title of one', description: 'Water.' },
    });
    expect((await stored()).description).toBe('Water.');
    // After seeing the conflict they can overwrite it.
    if (conflict.kind !== 'conflict') throw new Error('no conflict');
    expect(await save({ ...mine, base: conflict.base })).toMatchObject({ kind: 'saved' });
    expect(await stored()).toMatchObject({ title: 'Title of the other', description: 'Kept back' });
  });

  it('resolved in one field do not overwrite other fields', async () => {
    const [one, other] = [await openForm(), await openForm()];
    await save({ ...one, title: 'Title of one', description: 'Story of one' }, STAFF);
    const mine = { ...other, title: 'Title of the other' };
    const conflict = await save(mine);
    if (conflict.kind !== 'conflict') throw new Error('no conflict');
    expect(await save({ ...mine, base: conflict.base })).toMatchObject({
      kind: 'saved',
      kept: ['description'],
    });
    expect(await stored()).toMatchObject({ title: 'Title of the other', description: 'Story of one' });
  });

  it('to the same value are no conflict', async () => {
    const [one, other] = [await openForm(), await openForm()];
    await save({ ...one, title: 'The same' }, STAFF);
    expect(await save({ ...other, title: 'The same' })).toMatchObject({ kind: 'saved', kept: [] });
  });

  it('are not overwritten by a form whose base is invalid', async () => {
    const form = { ...(await openForm()), base: 'nonsense', title: 'Forced' };
    expect(await save(form)).toMatchObject({ kind: 'conflict', fields: ['title'] });
  });
});

describe('the address of a cause', () => {
  it.each([
    ['Agua para El Salado', 'agua-para-el-salado'],
    ['  Ñandú & Co. — 2026 ', 'nandu-co-2026'],
    ['São João', 'sao-joao'],
    ['UPPER_case', 'upper-case'],
  ])('%j becomes %s', async (typed, slug) => {
    expect(causeEdit.parse({ ...(await openForm()), slug: typed }).slug).toBe(slug);
  });

  it.each(['', 'ab', '---', '水を', 'admin', 'Dashboard', 'sign in', 'x'.repeat(101), 'a\0bc'])(
    '%j is refused',
    async (typed) => {
      const parsed = causeEdit.safeParse({ ...(await openForm()), slug: typed });
      expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(['slug']);
    },
  );

  it('is never one that another cause has or had, whether key, slug or earlier slug', async () => {
    const other = await storedCause();
    for (const slug of [`old-${other.key}`, `new-${other.key}`])
      await transaction((tx) => overrideCause(tx, other.key, { slug }, NOW));
    for (const slug of [other.key, `old-${other.key}`, `new-${other.key}`]) {
      const edit = save({ ...(await openForm()), slug, title: 'Thief' });
      await expect(edit).rejects.toMatchObject({ code: 'address_taken', field: 'slug' });
      expect(await stored()).toMatchObject({ slug: key, title: 'A well' });
    }
  });

  it('can be an earlier one of the same cause', async () => {
    await save({ ...(await openForm()), slug: `${key}-b` });
    expect(await save({ ...(await openForm()), slug: key })).toMatchObject({ kind: 'saved' });
    expect((await stored()).slug).toBe(key);
  });

  it('goes to one of two causes that request it concurrently', async () => {
    const other = await storedCause();
    const otherCause = await db().cause.findUniqueOrThrow({ where: { key: other.key } });
    const theirs = { base: editBase(otherCause), ...editValues(otherCause), slug: `wanted-${key}` };
    const edits = [
      save({ ...(await openForm()), slug: `wanted-${key}` }),
      transaction((tx) => editCause(tx, other.owner, other.key, causeEdit.parse(theirs), NOW)),
    ];
    const results = await Promise.all(edits.map(refusalOf));
    expect(results.toSorted()).toEqual(['address_taken', 'nothing was refused']);
  });
});
