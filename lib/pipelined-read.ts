import pg from 'pg';

/** A prepared statement whose parameters are written as texts; it says itself what it takes them for. */
export type ReadStatement = { name: string; text: string; values: readonly (string | null)[] };

/** A row as it comes: the text of each column. */
type Texts = readonly (string | null)[];
/** A column of an answer, and how its text is read. */
type Column = { name: string; read: (text: string) => unknown };
/** The columns that the statements of a connection answer with, by the statement's name. */
export type KnownColumns = Map<string, readonly Column[]>;

/** What we rely on of the driver's query: its types keep to what applications call. Tried with the tests beside this file. */
type DriverQuery = {
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: { fields: readonly pg.FieldDef[] }): void;
  handleDataRow(message: { fields: Texts }): void;
  handleCommandComplete(): void;
};
const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery;

/**
 * One question on a pipelined connection. The driver has the columns of every answer described anew, which takes an
 * eighth of what a poll costs the process; here a connection describes those of a statement once. They cannot change
 * after: PostgreSQL refuses a prepared statement that would answer with others.
 */
export class PipelinedRead<Row extends object> extends DriverQuery {
  /** For the driver, which looks for these by their names. */
  readonly name: string;
  readonly values: ReadStatement['values'];
  readonly callback: (error: Error | null) => void;

  readonly #texts: Promise<Texts[]>;
  readonly #known: KnownColumns;
  readonly #received: Texts[] = [];

  constructor({ name, text, values }: ReadStatement, known: KnownColumns) {
    super(text);
    this.name = name;
    this.values = values;
    this.#known = known;
    const { promise, resolve, reject } = Promise.withResolvers<Texts[]>();
    this.#texts = promise;
    this.callback = (error) => (error ? reject(error) : resolve(this.#received));
  }

  /** The rows, once they are all there. @throws what the database or the connection says */
  async answer(): Promise<Row[]> {
    const texts = await this.#texts;
    const columns = this.#known.get(this.name) ?? [];
    return texts.map((row) => read(row, columns) as Row);
  }

  override submit(connection: pg.Connection): Error | null {
    if (!this.#known.has(this.name)) return super.submit(connection);
    connection.bind({ statement: this.name, values: [...this.values] }, true);
    connection.execute(null, true);
    connection.sync();
    return null;
  }

  override handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: pg.types.getTypeParser(dataTypeID),
    }));
    this.#known.set(this.name, columns);
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    this.#received.push(fields);
  }

  override handleCommandComplete(): void {}
}

function read(texts: Texts, columns: readonly Column[]): object {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    const text = texts[i];
    if (column) row[column.name] = text == null ? null : column.read(text);
  }
  return row;
}
