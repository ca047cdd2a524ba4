/** The English texts of receipts: the page, the PDF, and the page that verifies them. */
export const receiptEn = {
  receipt: {
    title: 'Donation receipt',
    thanks: 'Thank you for your donation',
    number: 'Receipt number',
    amount: 'Amount',
    date: 'Date',
    dateLocal: 'In your time zone',
    cause: 'Cause',
    issuer: 'Issued by',
    taxId: 'Tax ID',
    partner: 'Through',
    method: 'Paid with',
    /** The payment's id, which partners and the signature name. */
    reference: 'Payment reference',
    deductible: {
      yes: 'This donation may be tax-deductible. Keep this receipt for your tax return.',
      no: 'This donation is not tax-deductible.',
    },
    contact: 'Questions about this donation? Write to {email}.',
    donor: 'Donor',
    donorNone: 'No name given',
    anonymous: 'Given anonymously. The cause’s public page does not show the name.',
    visibility: 'Who can see the name',
    notWritable: 'See the page of this receipt',
    reversals: {
      title: 'Refunds and disputes',
      all: 'The full amount, {amount}, was refunded.',
      part: '{amount} of it was refunded.',
      byHand: '{amount} of it was refunded by bank transfer.',
      allByHand: 'The refund was made by bank transfer.',
      open: '{amount} of it is in dispute: the donor’s bank is asking for it back, and there is no decision yet.',
      lost: '{amount} of it was in dispute, and the donor’s bank took it back.',
    },
    signatureTitle: 'This receipt is signed',
    signatureBody:
      'The amount, cause, and date carry a digital signature (Ed25519) that nobody can forge. Scan the code or open the address to verify them. The donor is not shown there.',
    verify: 'Verify this receipt',
    qrLabel: 'QR code that leads to the verification of this receipt',
    print: 'Print',
    download: 'Download as PDF',
    testNote: 'This is a test. No money was taken.',
    keep: 'This page will stay online. Keep its address private: anyone who has it can read this receipt.',
    verification: {
      title: 'Receipt verification',
      holds: 'This receipt is genuine',
      holdsBody:
        'We issued and signed it. If your copy says something different, rely on the details on this page.',
      broken: 'This receipt is not valid',
      brokenBody:
        'The signature does not match any donation in our records. The address may be incomplete: scan the code again, or copy the whole address. If you still see this message, the receipt was altered or was not issued by us.',
      nothingReversed: 'None',
      since: 'Refunds and disputes',
      private: 'The donor is not shown here.',
      details: 'Verify it yourself',
      detailsBody:
        'The signature is Ed25519 (RFC 8032) over exactly these bytes, UTF-8. The public keys are at the address below. The statement names its key.',
      statement: 'Statement',
      signature: 'Signature (base64url)',
      keys: 'Public keys',
    },
  },
} as const;
