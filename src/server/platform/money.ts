/** The API speaks rupees, the database whole paise; these two are the only crossing. */
export const toPaise = (rupees: number) => Math.round(rupees * 100);
export const toRupees = (paise: number) => paise / 100;
