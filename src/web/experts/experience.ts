export const formatYears = (exp: number) => `${exp} ${exp === 1 ? "year" : "years"}`;
