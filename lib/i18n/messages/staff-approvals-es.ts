import type { Messages } from './shape.ts';

/** Los textos en español de lo que necesita a dos personas del equipo. */
export const staffApprovalsEs: Messages['staff']['approvals'] = {
  title: 'A la espera de una segunda persona',
  intro:
    'Las devoluciones grandes y las llaves que fijan comisiones o abren cuentas necesitan a dos personas del equipo. Quien pide nunca aprueba.',
  refundsTitle: 'Devoluciones',
  refundsCaption: 'Devoluciones en espera, primero las más antiguas',
  refundsEmpty: 'Ninguna devolución espera.',
  keysTitle: 'Llaves',
  keysCaption: 'Llaves en espera, primero las más antiguas',
  keysEmpty: 'Ninguna llave espera.',
  amount: 'Monto',
  payment: 'Pago',
  reason: 'Motivo',
  key: 'Llave',
  client: 'Cliente',
  permissions: 'Permisos',
  by: 'Lo pidió',
  at: 'Pedido',
  createdBy: 'La creó',
  approvedBy: 'Aprobado por {name}',
  approver: 'La aprobó',
  own: 'Lo pediste tú: lo aprueba otra persona del equipo. Hasta entonces puedes retirarlo.',
  takeBack: 'Retirarlo',
  refund: {
    title: 'Una devolución espera a una segunda persona',
    intro: 'Al aprobarla, el dinero vuelve de inmediato. Antes se revisa todo otra vez.',
    above:
      'Si en total se devuelven más de {amount} de un pago, debe aprobarlo una segunda persona del equipo.',
    approve: 'Aprobar y devolver',
    refuse: 'Rechazar la devolución',
  },
  keyTitle: 'Espera a una segunda persona',
  keyIntro: 'Funciona desde que se aprueba. Si se rechaza, queda detenida para siempre.',
  keyApprove: 'Aprobar la llave',
  keyRefuse: 'Rechazar la llave',
  keyRotate:
    'La llave nueva solo funciona cuando la aprueba otra persona del equipo: elige un tiempo suficiente.',
  verifier: 'Tú verificaste su cuenta bancaria: la marca como pagada otra persona del equipo.',
  reviewer: 'La revisó',
  singleStaff:
    'Aquí una sola persona del equipo puede hacerlo todo: verificar una cuenta bancaria y pagar a ella, devolver cualquier monto y crear cualquier llave. No se pide una segunda persona porque ALLOW_SINGLE_STAFF está en on.',
};
