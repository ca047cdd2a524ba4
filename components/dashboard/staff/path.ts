/** The path of a page of the staff's: a section, and what of it. */
export function staffPath(section: string, id?: string): string {
  return `/dashboard/staff/${section}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}
