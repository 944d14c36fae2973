import type { Query } from './run-on-client.js'
import { positional, quotedName } from './sql.js'

export const copyPrefix = 'hermes_copy_'

/** A schema of this name that has no such comment is somebody's store. */
export const copyMark = 'A copy that Hermes made to try an upgrade. It may be dropped.'

/** Until the transaction ends, also by the death of this process, no other process removes the copy. */
export async function holdCopy(query: Query, copy: string): Promise<void> {
  await query(positional('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [copy]))
}

/** Drops the copies of processes that were killed. */
export async function forgetCopies(query: Query): Promise<void> {
  const { rows } = await query<{ name: string }>(positional(unheldCopies, [copyPrefix, copyMark]))
  for (const { name } of rows) await query({ text: `drop schema ${quotedName(name)} cascade`, values: [] })
}

/** `materialized`, because the lock must only be tried for copies. */
const unheldCopies = `
  with copies as materialized (
    select nspname as name from pg_namespace
    where starts_with(nspname, ?) and nspowner = current_user::regrole and obj_description(oid, 'pg_namespace') = ?
  )
  select name from copies where pg_try_advisory_xact_lock(hashtextextended(name::text, 0))`
