import drawing from "../art/ring-size.svg?url";
import { Icon } from "../ui/icon.tsx";

/** An Indian ring size is the inner circumference in millimetres, less 40. */
const circumferenceOf = (size: number) => size + 40;
const diameterOf = (size: number) => (circumferenceOf(size) / Math.PI).toFixed(1);

const SIZES = [8, 10, 12, 14, 16, 18, 20, 22, 24];

/** The ring size guide, shown on the pages of rings. */
export function RingSizes() {
  return (
    <details className="ring-sizes">
      <summary>
        Find your ring size
        <Icon name="chevron-down" size={20} className="disclosure-arrow" />
      </summary>
      <img src={drawing} alt="" width="320" height="120" loading="lazy" />
      <p>
        Wrap a strip of paper around the finger, mark where it meets, and measure its length. Or measure the inner
        diameter of a ring that fits.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Indian size</th>
            <th scope="col">Strip, mm</th>
            <th scope="col">Diameter, mm</th>
          </tr>
        </thead>
        <tbody>
          {SIZES.map((size) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              <td>{circumferenceOf(size)}</td>
              <td>{diameterOf(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
