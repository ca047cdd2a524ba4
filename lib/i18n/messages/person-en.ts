/** The English texts of the field that keeps robots away. */
export const personEn = {
  field: 'Website (leave this empty)',
  title: 'We could not tell that a person is here',
  body: 'A field that people do not see was filled in, perhaps by a password manager. It is empty again. Nothing was charged: please press the button once more.',
} as const;
