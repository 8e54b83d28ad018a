const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const inDigits = (rupees: number) => (Number.isInteger(rupees) ? whole : exact).format(rupees);

/** `₹1,23,456`; paise are written only when there are some: `₹99.50`. */
export const formatRupees = (rupees: number) => `₹${inDigits(rupees)}`;

/** What a minute costs, as the experts' cards write it: `₹ 50/min`. */
export const formatRate = (rupees: number) => `₹ ${inDigits(rupees)}/min`;
