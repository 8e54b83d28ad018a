export const yearsOf = (exp: number) => `${exp} ${exp === 1 ? "year" : "years"}`;
