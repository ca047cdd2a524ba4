/** The six permissions of specification 5 and what each grants. */
export const PERMISSIONS = {
  'checkout_links:write': 'Mint checkout links',
  'checkout_links:read': 'Read checkout links',
  'causes:write': 'Create causes',
  'cause:read': 'Read causes',
  'causes:set_fee': 'Set a fee_percent or fee_model other than the agreed defaults',
  'creators:provision': 'Create an account for a cause owner who has none',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

/** Whether a text names a permission. */
export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}
