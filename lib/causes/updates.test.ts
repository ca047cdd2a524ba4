import { beforeEach, describe, expect, it } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import {
  deleteUpdate,
  editUpdate,
  findUpdate,
  listUpdates,
  publishUpdate,
  updateBase,
  updateInput,
} from './updates.ts';

ownDatabase();

let key: string;
let owner: Actor;
beforeEach(async () => {
  ({ key, owner } = await storedCause());
});

const TEXTS = { title: 'The pump is here', body: 'It works.\n\nThank you.' };
const publish = (actor = owner, texts = TEXTS, now = NOW) =>
  transaction((tx) => publishUpdate(tx, actor, key, texts, now));
const entries = () => db().auditEntry.findMany({ where: { subject: key }, orderBy: { id: 'asc' } });

describe('the updates of a cause', () => {
  it('are published, edited without a new date, and deleted; the audit log keeps what they said', async () => {
    const id = await publish();
    const changed = { ...TEXTS, title: 'The pump works', base: updateBase(TEXTS) };
    expect(await transaction((tx) => editUpdate(tx, owner, id, changed, new Date()))).toBeNull();
    expect((await listUpdates(key, undefined, 3)).rows).toEqual([
      { id, title: 'The pump works', body: TEXTS.body, publishedAt: NOW.toISOString() },
    ]);
    await transaction((tx) => deleteUpdate(tx, STAFF, id));
    expect((await listUpdates(key, undefined, 3)).rows).toEqual([]);
    expect((await entries()).map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual(
      ['acc_staff update.delete', `${owner.id} update.edit`, `${owner.id} update.publish`].sort(),
    );
    expect(JSON.stringify(await entries())).toContain('It works.');
  });

  it('are not overwritten by a form that was filled in before somebody else changed them', async () => {
    const id = await publish();
    const edit = (actor: Actor, texts: typeof TEXTS, base: string) =>
      transaction((tx) => editUpdate(tx, actor, id, { ...texts, base }, NOW));
    const corrected = { ...TEXTS, body: 'Corrected by staff.' };
    expect(await edit(STAFF, corrected, updateBase(TEXTS))).toBeNull();
    const typed = { ...TEXTS, body: 'Typed over the old text.' };
    const conflict = await edit(owner, typed, updateBase(TEXTS));
    expect(conflict).toEqual({ fields: ['body'], base: updateBase(corrected) });
    expect(await findUpdate(key, id)).toMatchObject({ ...corrected, base: updateBase(corrected) });
    // The same texts are no conflict, and who has seen both decides.
    expect(await edit(owner, corrected, updateBase(TEXTS))).toBeNull();
    expect(await edit(owner, typed, updateBase(corrected))).toBeNull();
    expect(await findUpdate(key, id)).toMatchObject(typed);
    expect((await entries()).map(({ action }) => action).sort()).toEqual([
      'update.edit',
      'update.edit',
      'update.publish',
    ]);
  });

  it('are listed newest first, each on exactly one page', async () => {
    for (let n = 0; n < 7; n++) await publish(owner, { title: `No. ${n}`, body: 'x' }, new Date(NOW.getTime() + n));
    const titles: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listUpdates(key, readCursor(after), 3);
      titles.push(...page.rows.map(({ title }) => title));
      ({ after } = page);
    }
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `No. ${n}`));
  });

  it('are not a stranger’s to write, nor the creator’s where the cause takes no changes', async () => {
    const stranger = (await storedCause()).owner;
    await expect(publish(stranger)).rejects.toMatchObject({ code: 'cause_not_found' });
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
    await expect(publish()).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(publish(STAFF)).resolves.toMatch(/^upd_/);
  });

  it('end at 300', async () => {
    const data = Array.from({ length: 300 }, (_, n) => ({
      id: `upd_${key}${n}`,
      causeKey: key,
      ...TEXTS,
      publishedAt: NOW,
    }));
    await db().causeUpdate.createMany({ data });
    await expect(publish()).rejects.toMatchObject({ code: 'too_many_updates' });
  });

  it('have a title and a text that somebody can see', () => {
    for (const wrong of [{ title: ' ' }, { body: '\u200b' }, { title: 'x'.repeat(151) }, { body: 'x'.repeat(5001) }])
      expect(updateInput.safeParse({ ...TEXTS, ...wrong }).success).toBe(false);
    expect(updateInput.parse({ title: ' A ', body: '\nB\n' })).toEqual({ title: 'A', body: 'B' });
  });
});
