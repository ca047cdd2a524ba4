/** The English texts of telling others about a cause. */
export const shareEn = {
  title: 'Tell others about this cause',
  message: 'Have a look at “{cause}”. Everyone can give here:',
  button: 'Share',
  whatsapp: 'WhatsApp',
  email: 'By email',
  link: 'Address of the page of this cause',
} as const;
