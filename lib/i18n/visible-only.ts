/** An address without the characters that nobody sees, and that it has when it was copied from a contact. */
export function visibleOnly(email: string): string {
  return email.replace(/\p{Cf}/gu, '');
}
