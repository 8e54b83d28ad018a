import type { ProductForm } from "../../../contracts/catalogue/product.ts";
import { toRupees } from "../../../contracts/money.ts";
import {
  type CsvColumns,
  CsvError,
  type CsvRow,
  detectDelimiter,
  readCsv,
  unescapeFormula,
} from "../../platform/files/csv.ts";
import { badInput } from "../../platform/http/errors.ts";
import { indianTime } from "../../platform/indian-time.ts";
import type { products } from "../product-table.ts";
import { stockFor } from "../variants.ts";

export type ProductRow = typeof products.$inferSelect;

type FormField = Exclude<keyof ProductForm, "keepImages">;
type ReadOnlyColumn = "_id" | "images" | "createdAt";

/** Sizes as `12=3; 14=0@2400/2200`: name, stock and, if it has its own, price and offer price. */
function formatVariants(row: Pick<ProductRow, "id" | "stock" | "variants">) {
  const sizes = stockFor(row, "owner").variants ?? [];
  return sizes
    .map(({ name, stock, price, offerPrice }) => {
      const offer = offerPrice === undefined ? "" : `/${offerPrice}`;
      return `${name}=${stock}${price === undefined ? "" : `@${price}${offer}`}`;
    })
    .join("; ");
}

/** The form's `variants` from a cell. `was`: the cell when the file was exported. Other text is left to the form. */
export function parseVariants(cell: string, was = "") {
  const read = (text: string) =>
    text
      .split(";")
      .filter((part) => part.trim())
      .map((part) => {
        const [, name = part, stock = "-", price, offerPrice] =
          /^(.*)=([^=@/]*)(?:@([^=@/]*)(?:\/([^=@/]*))?)?$/s.exec(part) ?? [];
        return { name: name.trim(), stock: stock.trim() || "0", price, offerPrice };
      });
  const before = new Map(read(was).map(({ name, stock }) => [name.toLowerCase(), stock]));
  return JSON.stringify(read(cell).map((size) => ({ ...size, stockWas: before.get(size.name.toLowerCase()) })));
}

/**
 * The columns of the CSV file, in its order. The compiler requires every field of the product form: an import resets the
 * fields that are missing here. `stockWas` repeats `stock`, and `variantsWas` the sizes, so that an import applies only the owner's
 * differences.
 */
export const productColumns = {
  _id: (row) => row.id,
  title: (row) => row.title,
  category: (row) => row.category,
  subCategory: (row) => row.subCategory ?? "",
  price: (row) => toRupees(row.pricePaise),
  offerPrice: (row) => toRupees(row.offerPricePaise),
  stock: (row) => row.stock,
  stockWas: (row) => row.stock,
  variants: formatVariants,
  variantsWas: formatVariants,
  topSelling: (row) => row.topSelling,
  published: (row) => row.published,
  stone: (row) => row.stone,
  material: (row) => row.material,
  metal: (row) => row.metal,
  size: (row) => row.size,
  weightGrams: (row) => row.weightGrams ?? "",
  originCountry: (row) => row.originCountry,
  certificate: (row) => row.certificate,
  netQuantity: (row) => row.netQuantity,
  maker: (row) => row.maker,
  makerRole: (row) => (row.maker ? row.makerRole : ""),
  mrp: (row) => (row.mrpPaise === null ? "" : toRupees(row.mrpPaise)),
  taxClass: (row) => row.taxClass,
  intentions: (row) => row.intentions.join("; "),
  zodiac: (row) => row.zodiac.join("; "),
  planets: (row) => row.planets.join("; "),
  chakras: (row) => row.chakras.join("; "),
  description: (row) => row.description,
  version: (row) => row.version,
  images: (row) => row.images.join(" "),
  createdAt: (row) => indianTime(row.createdAt),
} satisfies CsvColumns<ProductRow, FormField | "variantsWas" | ReadOnlyColumn>;

type ProductColumn = keyof typeof productColumns;
const PRODUCT_COLUMNS = Object.keys(productColumns) as ProductColumn[];

const MAX_ROWS = 10_000;

export interface RowProblem {
  line: number;
  field: string;
  message: string;
}

export interface ProductLine {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
}

export interface ProductFile {
  lines: ProductLine[];
  problems: RowProblem[];
}

const refuse = (message: string) => badInput({ file: message });

/** Excel's “Unicode text” is UTF-16; everything else must be UTF-8. */
function decode(bytes: Buffer) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.");
  }
}

const columnOf = (name: string) => PRODUCT_COLUMNS.find((column) => column.toLowerCase() === name.trim().toLowerCase());

function readHeader({ line, cells }: CsvRow) {
  const columns = cells.map(columnOf);
  const problems = cells.flatMap((name, place): RowProblem[] => {
    const column = columns[place];
    const field = name.trim() || `column ${place + 1}`;
    if (!column && name.trim() === "") return [];
    if (!column) return [{ line, field, message: `There is no column “${field}”; remove it or correct its name.` }];
    if (columns.indexOf(column) < place) return [{ line, field, message: `The column “${column}” is there twice.` }];
    return [];
  });
  return { columns, problems };
}

const DECIMAL_COMMA = /^[+-]?\d+,\d{1,2}$/;
const RUPEES: ProductColumn[] = ["price", "offerPrice", "mrp"];

function toLine(
  { line, cells }: CsvRow,
  columns: (ProductColumn | undefined)[],
  hasDecimalCommas: boolean,
): ProductLine {
  const named = columns.flatMap((column, place) => {
    if (!column) return [];
    const text = unescapeFormula(cells[place] ?? "");
    const isComma = hasDecimalCommas && RUPEES.includes(column) && DECIMAL_COMMA.test(text.trim());
    return [[column, isComma ? text.replace(",", ".") : text]];
  });
  return { line, cells: Object.fromEntries(named) };
}

function widthProblem({ line, cells }: CsvRow, width: number): RowProblem[] {
  if (cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ""))) return [];
  const message = `This row has ${cells.length} cells and the header has ${width}.`;
  return [{ line, field: "row", message }];
}

function readRows(text: string): ProductFile {
  // With semicolons as separators, a comma may be the decimal point.
  const separator = detectDelimiter(text);
  const rows = readCsv(text, separator);
  const first = rows.next();
  const header = first.done ? undefined : readHeader(first.value);
  if (!header?.columns.some(Boolean)) {
    throw refuse(`The first line must name the columns, for example ${PRODUCT_COLUMNS.slice(1, 5).join(", ")}.`);
  }
  const { columns, problems } = header;
  const lines: ProductLine[] = [];
  for (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    if (lines.length === MAX_ROWS) throw refuse(`A file can have at most ${MAX_ROWS.toLocaleString("en-IN")} rows.`);
    problems.push(...widthProblem(row, columns.length));
    lines.push(toLine(row, columns, separator === ";"));
  }
  return { lines, problems };
}

export function readProductFile(bytes: Buffer): ProductFile {
  try {
    return readRows(decode(bytes));
  } catch (error) {
    throw error instanceof CsvError ? refuse(`Line ${error.line}: ${error.message}`) : error;
  }
}
