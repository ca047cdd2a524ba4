/** The path of a staff page: a section, and an id within it. */
export function staffPath(section: string, id?: string): string {
  return `/dashboard/staff/${section}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}
