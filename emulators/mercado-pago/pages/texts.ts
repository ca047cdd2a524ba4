export type Language = 'es' | 'en';

/** The language of a page: the first of Spanish and English that the browser accepts, else Spanish. */
export function languageOf(request: Request): Language {
  const wanted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...params] = entry.trim().split(';');
      const quality = params.find((param) => param.trim().startsWith('q='))?.trim();
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag.split('-')[0]);
  return wanted.find((tag) => tag === 'es' || tag === 'en') === 'en' ? 'en' : 'es';
}

const es = {
  simulatorLabel: 'Aviso del simulador',
  simulator: 'Simulador: aquí no se mueve dinero real.',
  simulatorNote: 'Esta página imita un servicio de pago para pruebas. No escriba datos reales.',
  amount: 'Valor a pagar',
  merchant: 'Comercio',
  concept: 'Concepto',
  bank: 'Banco',
  reference: 'Referencia',
  operation: 'Operación',
  onlineBank: 'Sucursal virtual',
  bankTitle: 'Confirmar pago PSE',
  bankLead: 'Revise los datos y elija cómo responde el banco.',
  timeLeft: 'Tiempo para terminar',
  minutes: 'min',
  approve: 'Aprobar',
  decline: 'Rechazar',
  bankError: 'Error del banco',
  leave: 'Salir sin pagar',
  backToMerchant: 'Volver al comercio',
  alreadyDone: 'Esta operación ya terminó',
  statusLabel: 'Estado',
  status_approved: 'Aprobada',
  status_rejected: 'Rechazada',
  status_pending: 'Pendiente',
  status_in_process: 'En revisión',
  status_cancelled: 'Cancelada',
  status_refunded: 'Devuelta',
  status_expired: 'Vencida',
  transferExpired: 'El tiempo para pagar terminó',
  transferExpiredLead: 'La transferencia venció. No se hizo ningún cobro.',
  transferCancelled: 'El comercio canceló la operación',
  transferCancelledLead: 'No se hizo ningún cobro.',
  lateNote: 'El simulador permite aprobarla de todos modos (aprobación tardía).',
  notFoundTitle: 'Página no encontrada',
  notFoundLead: 'El enlace de pago no existe o está incompleto.',
  wallet: 'Billetera',
  signInTitle: 'Inicie sesión para pagar',
  signInLead: 'Elija un usuario de prueba.',
  signInLegend: 'Usuario de prueba',
  signIn: 'Iniciar sesión',
  signOut: 'Cambiar de usuario',
  signedInAs: 'Sesión de',
  balance: 'Saldo disponible',
  reviewTitle: 'Revise su pago',
  payWith: 'Medio de pago',
  accountMoney: 'Dinero en cuenta',
  insufficient: 'Saldo insuficiente',
  pay: 'Pagar',
  otherOutcomes: 'Otros resultados del simulador',
  leavePending: 'Dejar pendiente',
  reject: 'Rechazar pago',
  cancel: 'Cancelar y volver al comercio',
  rejectedTitle: 'El pago fue rechazado',
  rejectedLead: 'Puede intentarlo otra vez con otro medio de pago.',
  paidAlready: 'Esta compra ya tiene un pago aprobado. Si paga otra vez, se hará un segundo cobro.',
  approvedTitle: '¡Listo! Su pago se acreditó',
  pendingTitle: 'Su pago está en revisión',
  pendingLead: 'Le avisaremos cuando se decida.',
  expiredTitle: 'Este enlace de pago venció',
  expiredLead: 'Vuelva al comercio y empiece otra vez.',
};

const en: typeof es = {
  simulatorLabel: 'Simulator notice',
  simulator: 'Simulator: no real money moves here.',
  simulatorNote: 'This page imitates a payment service for tests. Do not type real data.',
  amount: 'Amount to pay',
  merchant: 'Merchant',
  concept: 'Description',
  bank: 'Bank',
  reference: 'Reference',
  operation: 'Operation',
  onlineBank: 'Online banking',
  bankTitle: 'Confirm PSE payment',
  bankLead: 'Check the details and choose how the bank answers.',
  timeLeft: 'Time left',
  minutes: 'min',
  approve: 'Approve',
  decline: 'Decline',
  bankError: 'Bank error',
  leave: 'Leave without paying',
  backToMerchant: 'Back to the merchant',
  alreadyDone: 'This operation is finished',
  statusLabel: 'Status',
  status_approved: 'Approved',
  status_rejected: 'Declined',
  status_pending: 'Pending',
  status_in_process: 'Under review',
  status_cancelled: 'Cancelled',
  status_refunded: 'Refunded',
  status_expired: 'Expired',
  transferExpired: 'The time to pay has run out',
  transferExpiredLead: 'The transfer expired. Nothing was charged.',
  transferCancelled: 'The merchant cancelled the operation',
  transferCancelledLead: 'Nothing was charged.',
  lateNote: 'The simulator allows approving it all the same (late approval).',
  notFoundTitle: 'Page not found',
  notFoundLead: 'The payment link does not exist or is incomplete.',
  wallet: 'Wallet',
  signInTitle: 'Sign in to pay',
  signInLead: 'Choose a test user.',
  signInLegend: 'Test user',
  signIn: 'Sign in',
  signOut: 'Change user',
  signedInAs: 'Signed in as',
  balance: 'Available balance',
  reviewTitle: 'Review your payment',
  payWith: 'Pay with',
  accountMoney: 'Account money',
  insufficient: 'Not enough balance',
  pay: 'Pay',
  otherOutcomes: 'Other outcomes of the simulator',
  leavePending: 'Leave pending',
  reject: 'Reject payment',
  cancel: 'Cancel and return to the merchant',
  rejectedTitle: 'The payment was rejected',
  rejectedLead: 'You can try again with another means of payment.',
  paidAlready: 'This purchase already has an approved payment. Paying again makes a second charge.',
  approvedTitle: 'Done! Your payment went through',
  pendingTitle: 'Your payment is under review',
  pendingLead: 'We will tell you when it is decided.',
  expiredTitle: 'This payment link has expired',
  expiredLead: 'Go back to the merchant and start again.',
};

export type Texts = typeof es;

/** All texts of the pages in a language. */
export function textsIn(language: Language): Texts {
  return language === 'en' ? en : es;
}

/** The text for a payment's status; the API's own status if it has none. */
export function statusWord(texts: Texts, status: string, statusDetail: string): string {
  const key = `status_${statusDetail === 'expired' ? 'expired' : status}`;
  return Object.hasOwn(texts, key) ? texts[key as keyof Texts] : status;
}
