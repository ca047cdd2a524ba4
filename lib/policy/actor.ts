/** The account that acts. The domain checks its permission, even if the page has checked it before. */
export type Actor = { id: string; role: 'creator' | 'staff' };
