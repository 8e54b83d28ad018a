import { z } from "zod";
import { MAX_RUPEES } from "../fields.ts";

export const list = <T extends z.ZodType>(item: T, label: string, { min = 0, max }: { min?: number; max: number }) =>
  z
    .array(item, `${label} must be a list.`)
    .min(min, `${label} needs at least ${min}.`)
    .max(max, `${label} can have at most ${max}.`);

export const number = (label: string, min: number, max: number) =>
  z
    .number(`${label} must be a number.`)
    .min(min, `${label} must be at least ${min}.`)
    .max(max, `${label} must be at most ${max}.`);

export const whole = (label: string, min: number, max: number) =>
  number(label, min, max).int(`${label} must be a whole number.`);

export const decimal = (label: string, min: number, max: number) =>
  number(label, min, max).refine(
    (value) => Math.round(value * 100) / 100 === value,
    `${label} can have two decimals at most.`,
  );

export const rupees = (label: string, min = 0) => decimal(label, min, MAX_RUPEES);

/** Refuses a second entry whose key equals an earlier one's. */
export const unique =
  <T>(keyOf: (item: T) => string, field: string, message: string) =>
  (items: T[], ctx: z.RefinementCtx) => {
    const keys = items.map(keyOf);
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) < index) ctx.addIssue({ code: "custom", path: [index, field], message });
  };
