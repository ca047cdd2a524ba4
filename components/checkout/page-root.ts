/** Where the page is, and the data it was rendered from: the server writes them, the browser's part picks them up. */
export const PAGE_ROOT_ID = 'checkout';
export const PAGE_DATA_ID = 'checkout-data';
