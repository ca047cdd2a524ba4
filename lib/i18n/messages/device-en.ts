/** The English texts of going on with a donation on another device. */
export const deviceEn = {
  phone: 'Continue on your phone',
  other: 'Continue on another device',
  how: 'Scan this code with the camera of the other device, or open the link there. It leads to this same donation.',
  code: 'QR code that opens this donation on another device',
  link: 'Link to this donation',
} as const;
