import type { ClientBase, Connection, Submittable } from "pg";

/** Rows in PostgreSQL's text format: a line for each. */
export interface CopiedRows {
  bytes: Buffer;
  rows: number;
}

const PART_BYTES = 1024 * 1024;
/** Parts that wait for the reader; the server waits while there are more. */
const MAX_WAITING = 4;

/** The part of a connection of `pg` that its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/** COPY needs a query of its own: `pg` hands it the messages of its connection, and the queries of `pg` refuse COPY. */
abstract class Copy implements Submittable {
  protected connection: CopyConnection | undefined;
  protected readonly ended = Promise.withResolvers<void>();
  readonly #text: string;
  protected rows = 0;

  constructor(text: string) {
    this.#text = text;
    this.ended.promise.catch(() => {});
  }

  submit(connection: Connection) {
    this.connection = connection as CopyConnection;
    connection.query(this.#text);
  }

  handleCommandComplete({ text }: { text: string }) {
    this.rows = Number(text.split(" ")[1]);
  }

  handleReadyForQuery() {
    this.ended.resolve();
  }

  handleError(error: Error) {
    this.ended.reject(error);
  }
}

class CopyOut extends Copy {
  readonly #parts: CopiedRows[] = [];
  #part = Buffer.allocUnsafe(PART_BYTES);
  #size = 0;
  #rowsInPart = 0;
  #isOver = false;
  #wake = () => {};

  /** One message for each row. Its bytes are valid only during this call. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.#size + chunk.length > this.#part.length) this.#endPart(chunk.length);
    this.#size += chunk.copy(this.#part, this.#size);
    this.#rowsInPart += 1;
  }

  #endPart(nextBytes = 0) {
    if (this.#rowsInPart > 0) this.#parts.push({ bytes: this.#part.subarray(0, this.#size), rows: this.#rowsInPart });
    this.#part = Buffer.allocUnsafe(Math.max(PART_BYTES, nextBytes));
    this.#size = this.#rowsInPart = 0;
    if (this.#parts.length >= MAX_WAITING) this.connection!.stream.pause();
    this.#wake();
  }

  override handleReadyForQuery() {
    this.#endPart();
    this.#finish();
    super.handleReadyForQuery();
  }

  override handleError(error: Error) {
    super.handleError(error);
    this.#finish();
  }

  #finish() {
    this.#isOver = true;
    this.#wake();
  }

  async next() {
    while (this.#parts.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const part = this.#parts.shift();
    this.connection?.stream.resume();
    // Throws the error of a COPY that failed.
    return part ?? (await this.ended.promise);
  }

  /** The server waits for a reader that has gone, with its snapshot and its locks, until the connection closes. */
  close() {
    if (this.#isOver) this.connection?.stream.resume();
    else this.connection?.stream.destroy();
  }
}

/** Reads rows in parts of about 1 MB. Memory stays bounded however many there are. */
export async function* copyOut(client: ClientBase, from: string): AsyncGenerator<CopiedRows> {
  const copy = client.query(new CopyOut(`copy ${from} to stdout`));
  try {
    for (let part = await copy.next(); part; part = await copy.next()) yield part;
  } finally {
    copy.close();
  }
}

class CopyIn extends Copy {
  readonly #bytes: Buffer;

  constructor(text: string, bytes: Buffer) {
    super(text);
    this.#bytes = bytes;
  }

  handleCopyInResponse(connection: CopyConnection) {
    connection.sendCopyFromChunk(this.#bytes);
    connection.endCopyFrom();
  }

  async result() {
    await this.ended.promise;
    return this.rows;
  }
}

/** Writes rows and returns their number. */
export const copyIn = (client: ClientBase, into: string, bytes: Buffer) =>
  client.query(new CopyIn(`copy ${into} from stdin`, bytes)).result();

const ESCAPED: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One line of PostgreSQL's text format. */
export const toCopyLine = (values: (string | null)[]) =>
  `${values.map((value) => value?.replace(/[\\\n\r\t]/g, (one) => ESCAPED[one]!) ?? "\\N").join("\t")}\n`;
