/** A bank that takes PSE transfers: its code in the network, and the name shown to the payer. */
type Bank = { id: string; description: string };

/** Banks of the PSE network as the API lists them, with their codes. `1013` is the network's test bank. */
export const BANKS: readonly Bank[] = [
  { id: '1040', description: 'Banco Agrario' },
  { id: '1507', description: 'NEQUI' },
  { id: '1052', description: 'Banco AV Villas' },
  { id: '1013', description: 'Banco BBVA Colombia S.A.' },
  { id: '1032', description: 'Banco Caja Social' },
  { id: '1066', description: 'Banco Cooperativo Coopcentral' },
  { id: '1558', description: 'Banco Credifinanciera' },
  { id: '1051', description: 'Banco Davivienda' },
  { id: '1001', description: 'Banco de Bogotá' },
  { id: '1023', description: 'Banco de Occidente' },
  { id: '1062', description: 'Banco Falabella' },
  { id: '1063', description: 'Banco Finandina S.A. BIC' },
  { id: '1012', description: 'Banco GNB Sudameris' },
  { id: '1006', description: 'Banco Itaú' },
  { id: '1071', description: 'Banco J.P. Morgan Colombia S.A.' },
  { id: '1047', description: 'Banco Mundo Mujer S.A.' },
  { id: '1060', description: 'Banco Pichincha S.A.' },
  { id: '1002', description: 'Banco Popular' },
  { id: '1065', description: 'Banco Santander Colombia' },
  { id: '1069', description: 'Banco Serfinanza' },
  { id: '1053', description: 'Banco W S.A.' },
  { id: '1031', description: 'Bancoldex S.A.' },
  { id: '1007', description: 'Bancolombia' },
  { id: '1061', description: 'Bancoomeva S.A.' },
  { id: '1283', description: 'CFA Cooperativa Financiera' },
  { id: '1009', description: 'Citibank' },
  { id: '1370', description: 'Coltefinanciera' },
  { id: '1292', description: 'Confiar Cooperativa Financiera' },
  { id: '1289', description: 'Cotrafa' },
  { id: '1551', description: 'Daviplata' },
  { id: '1303', description: 'Giros y Finanzas Compañía de Financiamiento S.A.' },
  { id: '1637', description: 'IRIS' },
  { id: '1801', description: 'Movii S.A.' },
  { id: '1151', description: 'Rappipay' },
  { id: '1019', description: 'Scotiabank Colpatria' },
];

/** The bank with a code; undefined when no bank has it. */
export function findBank(code: string): Bank | undefined {
  return BANKS.find((bank) => bank.id === code);
}
