/** A decoded parameter. Maps have no prototype, so that a key such as `__proto__` is an ordinary one. */
export type FormValue = string | FormValue[] | FormMap;
export type FormMap = { [key: string]: FormValue };

const DEEPEST = 8;

/**
 * Decodes Stripe's request format: form encoding with nested brackets, `metadata[a]=1`, `expand[]=x`, `list[0][id]=y`. Of a
 * repeated parameter the last value counts, as in the real API.
 */
export function decodeForm(text: string): FormMap {
  const root = emptyMap();
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = splitName(name);
    if (first !== '') assign(root, [first, ...rest], value);
  }
  return finish(root) as FormMap;
}

/** A map without a prototype. */
export function emptyMap(): FormMap {
  return Object.create(null) as FormMap;
}

/** `a[b][]` is `a`, `b`, `''`. */
function splitName(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket < 1 || !name.endsWith(']')) return [name];
  const inner = name.slice(bracket + 1, -1).split('][');
  return inner.length > DEEPEST ? [name] : [name.slice(0, bracket), ...inner];
}

function assign(target: FormMap, path: string[], value: string): void {
  let place = target;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(place).length) : part;
    if (depth === path.length - 1) {
      place[key] = value;
      return;
    }
    const inside = place[key];
    const next = typeof inside === 'object' && !Array.isArray(inside) ? inside : emptyMap();
    place[key] = next;
    place = next;
  }
}

/** Maps whose keys are 0, 1, 2… are lists. */
function finish(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  for (const key of keys) value[key] = finish(value[key] ?? '');
  if (keys.length === 0 || keys.some((key, index) => key !== String(index))) return value;
  return keys.map((key) => value[key] ?? '');
}
