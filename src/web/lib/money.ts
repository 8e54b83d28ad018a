const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const formatNumber = (rupees: number) => (Number.isInteger(rupees) ? whole : exact).format(rupees);

/** `₹1,23,456`, with paise only where there are any: `₹99.50`. */
export const formatRupees = (rupees: number) => `₹${formatNumber(rupees)}`;

export const formatRate = (rupees: number) => `₹ ${formatNumber(rupees)}/min`;
