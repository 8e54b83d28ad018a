import { APPOINTMENT_MINUTES, consultationPrice, modeNames } from "../../contracts/appointments/consultation-rules.ts";
import { formatRupees } from "../lib/money.ts";
import type { Rate } from "./expert-view.ts";

/** What each session costs. */
export function PriceTable({ rates }: { rates: Rate[] }) {
  return (
    <table className="price-table">
      <caption>What a session costs</caption>
      <thead>
        <tr>
          <th>Duration</th>
          {rates.map(({ mode }) => (
            <th key={mode}>{modeNames[mode]}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {APPOINTMENT_MINUTES.map((minutes) => (
          <tr key={minutes}>
            <th scope="row">{minutes} minutes</th>
            {rates.map((rate) => (
              <td key={rate.mode}>{formatRupees(consultationPrice(rate.rupees, minutes))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
