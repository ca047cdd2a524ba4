/** Valid PSE form fields; Banco de Bogotá and Bancolombia are banks of the emulator. */
export const PAYER = {
  person_type: 'individual',
  document_type: 'CC',
  document_number: '1020304050',
  first_name: 'Ana',
  last_name: 'Gómez',
  email: 'ana@example.org',
  bank: '1007',
  phone: '301 123 4567',
  street_name: 'Calle de la Luna',
  street_number: '5-31',
  neighborhood: 'La Candelaria',
  city: 'Bogotá',
  zip_code: '11001',
};
