/**
 * The steps of a payment, in order: the method's form is checked, the donor's choices are saved, the payment is started at
 * the gateway, it is confirmed there, and what the gateway has confirmed is recorded by us.
 */
export type FailedStep = 'check' | 'save' | 'start' | 'confirm' | 'record';

/** How an answer failed to come: from us, from a gateway that we asked, or with this browser offline. */
export type NoAnswer = 'unreachable' | 'unavailable' | 'offline';

/** Whether money has moved. */
type Charge = 'charged' | 'not_charged' | 'unknown';

/** The text is a key of the messages that need no values. */
type ChargeNotice = {
  charge: Charge;
  text:
    | `errors.${'notSaved' | 'notReached' | 'gatewayDown' | 'formSilent' | 'offline'}`
    | `checkout.confirming.unreachable.${'unknown' | 'charged'}`;
};

const NOT_SAVED: ChargeNotice = { charge: 'not_charged', text: 'errors.notSaved' };
const NOT_REACHED: ChargeNotice = { charge: 'not_charged', text: 'errors.notReached' };
const GATEWAY_DOWN: ChargeNotice = { charge: 'not_charged', text: 'errors.gatewayDown' };
const FORM_SILENT: ChargeNotice = { charge: 'not_charged', text: 'errors.formSilent' };
const OFFLINE: ChargeNotice = { charge: 'not_charged', text: 'errors.offline' };
const UNKNOWN: ChargeNotice = { charge: 'unknown', text: 'checkout.confirming.unreachable.unknown' };
const CHARGED: ChargeNotice = { charge: 'charged', text: 'checkout.confirming.unreachable.charged' };

const NOTICES: Readonly<Record<FailedStep, Readonly<Record<NoAnswer, ChargeNotice>>>> = {
  check: { unreachable: FORM_SILENT, unavailable: FORM_SILENT, offline: OFFLINE },
  save: { unreachable: NOT_SAVED, unavailable: NOT_SAVED, offline: OFFLINE },
  start: { unreachable: NOT_REACHED, unavailable: GATEWAY_DOWN, offline: OFFLINE },
  confirm: { unreachable: UNKNOWN, unavailable: UNKNOWN, offline: UNKNOWN },
  record: { unreachable: CHARGED, unavailable: CHARGED, offline: CHARGED },
};

/** What is true where a step gets no answer: whether money has moved, and the text that says so and what to do next. */
export function chargeAfter(step: FailedStep, silence: NoAnswer): ChargeNotice {
  return NOTICES[step][silence];
}
