import { formatNumber, formatRupees as inRupees } from "../../contracts/money.ts";

export const formatRupees = inRupees;

export const formatRate = (rupees: number) => `₹ ${formatNumber(rupees)}/min`;
