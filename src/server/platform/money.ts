/** The API uses rupees, the database whole paise. Convert only here. */
export const toPaise = (rupees: number) => Math.round(rupees * 100);
export const toRupees = (paise: number) => paise / 100;
