/** Entries per page of the admin's lists that differ from the `PAGE_SIZE` of `contracts/list-rules.ts`. */
/** Orders as rows; the cards use `PAGE_SIZE`. */
export const ORDER_ROWS_PER_PAGE = 20;
export const ENQUIRIES_PER_PAGE = 10;
export const APPOINTMENTS_PER_PAGE = 30;
export const ACTIVITY_PER_PAGE = 20;
export const CUSTOMERS_PER_PAGE = 20;
