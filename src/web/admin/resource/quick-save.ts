import type { RecordOf } from "./admin-resource.ts";
import { resourceCalls } from "./resource-calls.ts";

type QuickKind = "products" | "experts";
type QuickRecord = RecordOf<QuickKind>;

/** The last save of each record. The next save uses its result, so that two quick changes do not conflict. */
const lastSaves = new Map<string, Promise<QuickRecord>>();

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** The request body. Omitted pictures and lists stay unchanged. With `stockWas`, stock is sent as a difference. */
function toForm(record: QuickRecord, changes: Record<string, string | number>) {
  const form = new FormData();
  const fields = { ...record, ...("stock" in record && { stockWas: record.stock }), ...changes };
  for (const [name, value] of Object.entries(fields)) if (isPlain(value)) form.set(name, `${value}`);
  return form;
}

/**
 * Saves a change made in the list: the record as the list shows it, with its version. The server refuses it when somebody
 * else saved first.
 */
export function quickSave<K extends QuickKind>(
  kind: K,
  record: RecordOf<K>,
  changes: Record<string, string | number>,
): Promise<QuickRecord> {
  const { _id: id } = record;
  const save = async () => {
    const saved = await lastSaves.get(id)?.catch(() => undefined);
    const latest = saved && saved.version > record.version ? saved : record;
    return resourceCalls<QuickKind>(kind).update(id, toForm(latest, changes), () => {});
  };
  const saving = save();
  lastSaves.set(id, saving);
  return saving;
}
