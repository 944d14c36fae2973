import type { Query } from '../run-on-client.js'
import { positional, quotedName } from '../sql.js'

/** Copies all rows and the positions of the sequences to a schema with the same, empty tables. */
export async function copyRows(
  query: Query,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { rows } = await query<{ table: string; columns: string }>(positional(tablesInOrder, [to]))
  for (const { table, columns } of rows) {
    const [source, target] = [from, to].map((schema) => `${quotedName(schema)}.${quotedName(table)}`)
    const text = `insert into ${target} (${columns}) overriding system value select ${columns} from ${source}`
    await query({ text, values: [] })
  }
  await query(positional(setSequences, [to, from]))
}

/** Selects the tables with their columns. Tables that refer to others come last. */
const tablesInOrder = `
  select t.relname as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = ? and t.relkind = 'r' and t.relname <> 'migrations'
  group by t.oid, t.relname
  order by exists (
    select 1 from pg_constraint f where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid
  ), t.relname`

const setSequences = `
  select setval(format('%I.%I', ?::text, sequencename)::regclass, last_value)
  from pg_sequences where schemaname = ? and last_value is not null`
