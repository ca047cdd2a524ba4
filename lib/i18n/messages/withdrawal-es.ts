import type { Messages } from './shape.ts';

/** Los textos de los retiros: los correos que cuentan a quien recauda cómo va cada uno. */
export const withdrawalEs: Messages['withdrawal'] = {
  email: {
    requestedSubject: 'Solicitaste {amount}',
    requestedBody:
      'Recibimos tu solicitud de retirar {amount} de «{title}» a {account}. Alguien de nuestro equipo la revisará; mientras tanto, ese monto queda apartado.',
    approvedSubject: 'Se aprobó tu retiro de {amount}',
    approvedBody: 'Se aprobó tu retiro de {amount} de «{title}» a {account}. Lo enviaremos pronto.',
    heldSubject: 'Volvemos a revisar tu retiro de {amount}',
    heldBody:
      'Todavía no enviamos {amount} de «{title}» a {account}: una persona de nuestro equipo vuelve a revisarlo. El monto sigue apartado.',
    rejectedSubject: 'No se aprobó tu retiro de {amount}',
    rejectedBody:
      'No se aprobó tu retiro de {amount} de «{title}» a {account}. El monto está disponible de nuevo.',
    cancelledSubject: 'Se canceló tu retiro de {amount}',
    cancelledBody:
      'Cancelaste tu retiro de {amount} de «{title}» a {account}. El monto está disponible de nuevo.',
    paidSubject: 'Te enviamos {amount}',
    paidBody:
      'Enviamos {amount} de «{title}» a {account}. El banco puede tardar unos días en mostrarlo. Si no lo solicitaste, avísanos de inmediato.',
    failedSubject: 'Tu retiro de {amount} no llegó',
    failedBody:
      'El banco no aceptó {amount} de «{title}» para {account}. El monto está disponible de nuevo. Revisa la cuenta antes de volver a solicitarlo.',
    note: 'Lo que escribió nuestro equipo: {note}',
    number: 'Número de retiro: {withdrawalId}',
  },
};
