/** The dashboard's form of a client that says nothing but its name and the agreement of every new client. */
export const CLIENT_FORM = {
  name: 'Manos',
  fee_percent: '5',
  fee_model: 'plus_gateway_costs',
  accent_color: '',
  display_name: '',
  logo_url: '',
  contact_email: '',
  legal_name: '',
  terms_url: '',
  privacy_url: '',
  support_email: '',
  tax_id: '',
  deductible: '',
  deductible_note: '',
};
