import type { Query } from './run-on-client.js'
import { positional, quotedName } from './sql.js'

export const copyPrefix = 'hermes_copy_'

/** Comment that marks a copy. A schema with the prefix but without the comment is a store. */
export const copyMark = 'A copy that Hermes made to try an upgrade. It may be dropped.'

/** Prevents other processes from removing the copy until the transaction ends, even if it ends because this process dies. */
export async function holdCopy(query: Query, copy: string): Promise<void> {
  await query(positional('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [copy]))
}

/** Drops the copies of processes that were killed. */
export async function forgetCopies(query: Query): Promise<void> {
  const { rows } = await query<{ name: string }>(positional(unheldCopies, [copyPrefix, copyMark]))
  for (const { name } of rows) await query({ text: `drop schema ${quotedName(name)} cascade`, values: [] })
}

/** Selects the copies that no process holds. `materialized`, because the lock must be tried only for copies. */
const unheldCopies = `
  with copies as materialized (
    select nspname as name from pg_namespace
    where starts_with(nspname, ?) and nspowner = current_user::regrole and obj_description(oid, 'pg_namespace') = ?
  )
  select name from copies where pg_try_advisory_xact_lock(hashtextextended(name::text, 0))`
