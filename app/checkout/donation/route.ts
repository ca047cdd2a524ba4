import { pageAction } from '#lib/http/page-action.ts';
import { donationInput, saveDonation } from '#lib/payments/save-donation.ts';

export const POST = pageAction(donationInput, saveDonation);
