import { site } from "../../../site.config.ts";
import { modeNames, SESSION_MINUTES, sessionPrice } from "../../contracts/consultation-items.ts";
import { formatRupees } from "../lib/money.ts";
import type { Rate } from "./expert-view.ts";

/** All session prices, for visitors without scripts, who book by phone. */
export function PriceTable({ rates }: { rates: Rate[] }) {
  return (
    <>
      <table className="mt-6 w-full max-w-xl border-collapse bg-paper text-left">
        <thead>
          <tr className="border-b border-line">
            <th className="p-3">Duration</th>
            {rates.map(({ mode }) => (
              <th key={mode} className="p-3">
                {modeNames[mode]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SESSION_MINUTES.map((minutes) => (
            <tr key={minutes} className="border-b border-line">
              <th scope="row" className="p-3 font-normal">
                {minutes} minutes
              </th>
              {rates.map((rate) => (
                <td key={rate.mode} className="p-3 font-semibold">
                  {formatRupees(sessionPrice(rate.rupees, minutes))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4">
        The cart needs JavaScript. Without it, book by phone: <strong>{site.phone}</strong>
      </p>
    </>
  );
}
